import type { McpServer } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { HostGuard } from '../../lib/host-guard.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { McpDirectory, McpServerAddress } from '../../ports/mcp-directory.ts';
import type { McpServerStore, StoredMcpServer } from '../../ports/tool-store.ts';
import { assertServerValid } from './checks.ts';
import { changedMeanwhile, inUse } from './endpoints.ts';
import { afterListing, afterLooking } from './mcp-listing.ts';

export type McpEndpoints = Pick<
  Endpoints,
  'listMcpServers' | 'createMcpServer' | 'saveMcpServer' | 'lookAtMcpServer' | 'deleteMcpServer'
>;

export interface McpEndpointDeps {
  readonly store: McpServerStore;
  readonly directory: McpDirectory;
  readonly guardOf: (tenantId: string) => HostGuard;
  readonly isSandbox: (tenantId: string) => boolean;
  /** Throws where others were asked too often. */
  readonly limit: { take(tenantId: string): void };
  readonly clock: Clock;
}

/** Two people may look at a server at once; then the later one merges with what the first has stored. */
const triesMax = 3;

export function mcpEndpoints(deps: McpEndpointDeps): McpEndpoints {
  const { store, directory, guardOf, isSandbox, limit, clock } = deps;
  const list = (server: Omit<McpServerAddress, 'sandbox'>) =>
    directory.list({ ...server, sandbox: isSandbox(server.tenantId) });
  return {
    listMcpServers: async ({ caller }) => ({
      servers: (await store.list(caller.tenantId)).map(presentServer),
    }),

    createMcpServer: async ({ caller, body, headers: { 'idempotency-key': key = null } }) => {
      const { tenantId } = caller;
      const { name, address, headers } = body;
      assertServerValid(address, headers, guardOf(tenantId));
      limit.take(tenantId);
      const found = await list({ tenantId, address, headers });
      if (found.kind !== 'listed') throw unreachable(found.why);
      const config = { schema: 1, headers, tools: afterListing([], found.tools) } as const;
      const place = { name: name.trim(), address, config: { ...config, tools: [...config.tools] } };
      const result = await store.create(caller, place, key, clock.now());
      if (result.kind === 'too_many')
        throw new AppError(
          'too_many_tools',
          'There are as many MCP servers as an organization may have. Remove one first.',
        );
      return { server: presentServer(result.server) };
    },

    saveMcpServer: async ({ caller, params, body }) => {
      const { tenantId } = caller;
      const { revision, name, address, headers } = body;
      assertServerValid(address, headers, guardOf(tenantId));
      const stored = (await store.get(tenantId, params.id)) ?? missingServer();
      const tools = afterLooking(stored.config.tools, body.tools);
      if (tools === null || stored.revision !== revision) throw changedMeanwhile();
      const place = { name: name.trim(), address, config: { schema: 1, headers, tools } as const };
      const result = await store.save(caller, params.id, revision, place, clock.now());
      return { server: presentServer(savedServer(result)) };
    },

    lookAtMcpServer: async ({ caller, params }) => {
      const { tenantId } = caller;
      let stored = (await store.get(tenantId, params.id)) ?? missingServer();
      limit.take(tenantId);
      assertServerValid(stored.address, stored.config.headers, guardOf(tenantId));
      const found = await list({ tenantId, address: stored.address, headers: stored.config.headers });
      for (let tries = 1; ; tries += 1) {
        const { config, id, revision } = stored;
        const now = {
          config:
            found.kind === 'listed' ? { ...config, tools: afterListing(config.tools, found.tools) } : config,
          problem: found.kind === 'listed' ? null : found.why,
        };
        const result = await store.listed(caller, id, revision, now, clock.now());
        if (result.kind === 'changed' && tries < triesMax) {
          stored = (await store.get(tenantId, params.id)) ?? missingServer();
          continue;
        }
        if (found.kind !== 'listed') throw unreachable(found.why);
        return { server: presentServer(savedServer(result)) };
      }
    },

    deleteMcpServer: async ({ caller, params, query }) => {
      const result = await store.remove(caller, params.id, query.revision);
      if (result.kind === 'missing') return missingServer();
      if (result.kind === 'changed') throw changedMeanwhile();
      if (result.kind === 'in_use') throw inUse(result.agents);
      return { deleted: true };
    },
  };
}

function savedServer(result: Awaited<ReturnType<McpServerStore['save']>>): StoredMcpServer {
  if (result.kind === 'saved') return result.server;
  if (result.kind === 'missing') return missingServer();
  throw changedMeanwhile();
}

function presentServer(server: StoredMcpServer): McpServer {
  const { id, name, address, config, listedAt, problem, agents, revision, changedAt } = server;
  return {
    ...{ id, name, address, headers: config.headers, tools: config.tools, problem, revision },
    lastListedAt: listedAt?.toISOString() ?? null,
    usedBy: agents.length,
    changedAt: changedAt.toISOString(),
  };
}

function unreachable(why: string): AppError {
  return new AppError('mcp_unreachable', why);
}

export function missingServer(): never {
  throw new AppError('mcp_server_not_found', 'There is no such MCP server any more.');
}
