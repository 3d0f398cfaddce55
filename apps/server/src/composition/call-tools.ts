import { createHttpTools } from '../adapters/http-tools/http-tools.ts';
import { createMcpTools } from '../adapters/mcp-tools/mcp-tools.ts';
import { createCallStore } from '../adapters/postgres/call-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createFollowUpWork } from '../adapters/postgres/follow-ups/work.ts';
import { createToolCalls } from '../adapters/postgres/tool-calls.ts';
import { createToolStore } from '../adapters/postgres/tools/http-tools.ts';
import { createMcpServerStore } from '../adapters/postgres/tools/mcp-servers.ts';
import type { ToolPorts } from '../features/calls/tools/session-tools.ts';
import { createNewFollowUps } from '../features/follow-ups/new-follow-ups.ts';
import { createReportUnknown } from '../features/follow-ups/unknown-tool-calls.ts';
import { createCallTools } from '../features/tools/call-tools.ts';
import { createToolSecrets } from '../features/tools/tool-secrets.ts';
import type { JobSender } from '../ports/jobs.ts';
import type { Organizations } from '../ports/organization-store.ts';
import type { Vault } from '../ports/vault.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

/** What calls need for the tools of organizations. */
export function openCallTools(
  { toolHosts }: Pick<ResolvedConfig, 'toolHosts'>,
  database: Database,
  jobs: JobSender,
  vault: Vault,
  organizations: Organizations,
): ToolPorts {
  const secrets = createToolSecrets(vault);
  return {
    toolCalls: createToolCalls(database),
    callTools: createCallTools({
      tools: createToolStore(database),
      servers: createMcpServerStore(database),
      http: createHttpTools({ secrets, toolHosts }),
      mcp: createMcpTools({ secrets, toolHosts }),
    }),
    reportUnknown: createReportUnknown({
      store: createCallStore(database, jobs),
      work: createFollowUpWork(database),
      newFollowUps: createNewFollowUps(organizations),
    }),
  };
}
