import type { RepeatedCall } from '../features/calls/repeated-call.ts';
import { callTools } from '../features/mcp/call-tools.ts';
import { Confirmations } from '../features/mcp/confirmation.ts';
import { deskTools } from '../features/mcp/desk-tools.ts';
import { placingTools } from '../features/mcp/placing-tools.ts';
import type { McpDeps } from '../http/mcp.ts';
import { wallClock } from '../ports/clock.ts';
import type { DeploymentKeys } from '../ports/deployment-keys.ts';
import type { McpService } from '../ports/mcp.ts';
import type { Addresses } from './addresses.ts';

/** The desk as tools for programs that use a language model. */
export function openMcp(
  keys: DeploymentKeys,
  { webOrigins, publicUrl, localUrl }: Addresses,
  repeatedCall: RepeatedCall,
): McpDeps {
  const confirmations = new Confirmations(() => keys.get('mcp-confirmations'), wallClock);
  const tools = [...callTools, ...deskTools, ...placingTools(confirmations, repeatedCall)];
  let opened: Promise<McpService> | undefined;
  // Loaded when it is first used: most desks start without anybody who does.
  const open = () =>
    import('../adapters/mcp-server/service.ts').then(({ createMcpService }) => createMcpService(tools));
  return {
    service: {
      answer: async (...asked) => {
        opened ??= open();
        return (await opened).answer(...asked);
      },
    },
    origins: [...webOrigins, new URL(publicUrl).origin, new URL(localUrl).origin],
  };
}
