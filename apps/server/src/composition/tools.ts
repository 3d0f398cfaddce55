import type { HttpToolConfig } from '@parley/contract';
import { createHttpTools } from '../adapters/http-tools/http-tools.ts';
import { createMcpTools, type McpToolTarget } from '../adapters/mcp-tools/mcp-tools.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createDeskPeople } from '../adapters/postgres/follow-ups/people.ts';
import { createToolStore } from '../adapters/postgres/tools/http-tools.ts';
import { createMcpServerStore } from '../adapters/postgres/tools/mcp-servers.ts';
import { type HttpToolEndpoints, httpToolEndpoints } from '../features/tools/endpoints.ts';
import { type McpEndpoints, mcpEndpoints } from '../features/tools/mcp-endpoints.ts';
import { openApiEndpoint } from '../features/tools/openapi-endpoint.ts';
import { type ToolSecretEndpoints, toolSecretEndpoints } from '../features/tools/secret-endpoints.ts';
import { createToolSecrets } from '../features/tools/tool-secrets.ts';
import { tryToolEndpoint } from '../features/tools/try-tool.ts';
import type { Caller } from '../ports/caller.ts';
import type { Clock } from '../ports/clock.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { McpServerStore, ToolStore } from '../ports/tool-store.ts';
import type { ToolTransport } from '../ports/tool-transport.ts';
import type { Vault } from '../ports/vault.ts';
import type { OpenConnections } from './connections.ts';

export interface ToolParts {
  readonly store: ToolStore;
  readonly servers: McpServerStore;
  /** What carries tools out, on calls as in tries. */
  readonly http: ToolTransport<HttpToolConfig>;
  readonly mcp: ToolTransport<McpToolTarget>;
  readonly endpoints: HttpToolEndpoints &
    ToolSecretEndpoints &
    McpEndpoints &
    Pick<Endpoints, 'tryTool' | 'readOpenApi'>;
}

export interface ToolPartsDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly toolHosts: readonly string[];
  readonly connections: Pick<OpenConnections, 'guardOf' | 'sideOf' | 'limit'>;
  readonly clock: Clock;
}

export function openTools({ database, vault, toolHosts, connections, clock }: ToolPartsDeps): ToolParts {
  const store = createToolStore(database);
  const servers = createMcpServerStore(database);
  const secrets = createToolSecrets(vault, clock);
  const http = createHttpTools({ secrets, toolHosts });
  const mcp = createMcpTools({ secrets, toolHosts });
  const { guardOf, limit } = connections;
  const desk = createDeskPeople(database);
  const people = async (caller: Caller) => {
    const { people: colleagues } = await desk.list(caller);
    return new Map(
      [...colleagues, { ...caller, id: caller.userId }].map(({ id, displayName }) => [id, displayName]),
    );
  };
  const isSandbox = (tenantId: string) => connections.sideOf(tenantId) === 'sandbox';
  return {
    ...{ store, servers, http, mcp },
    endpoints: {
      ...httpToolEndpoints({ store, vault, guardOf, clock }),
      ...toolSecretEndpoints({ vault, tools: store, servers, people }),
      ...mcpEndpoints({ store: servers, directory: mcp, guardOf, isSandbox, limit, clock }),
      ...tryToolEndpoint({ tools: store, servers, http, mcp, guardOf, isSandbox, limit }),
      ...openApiEndpoint({ guardOf, limit }),
    },
  };
}
