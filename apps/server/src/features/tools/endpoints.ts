import { AppError } from '../../errors.ts';
import type { HostGuard } from '../../lib/host-guard.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { NamedAgent, StoredTool, ToolStore } from '../../ports/tool-store.ts';
import type { Vault } from '../../ports/vault.ts';
import { assertToolValid } from './checks.ts';
import { presentSummary, presentTool } from './present-tool.ts';
import { shownSecretName } from './tool-secrets.ts';

export type HttpToolEndpoints = Pick<
  Endpoints,
  'listTools' | 'getTool' | 'createTool' | 'saveTool' | 'deleteTool'
>;

export interface HttpToolDeps {
  readonly store: ToolStore;
  readonly vault: Pick<Vault, 'list'>;
  readonly guardOf: (tenantId: string) => HostGuard;
  readonly clock: Clock;
}

export function httpToolEndpoints({ store, vault, guardOf, clock }: HttpToolDeps): HttpToolEndpoints {
  const secretsOf = (tenantId: string) => toolSecretNames(vault, tenantId);
  const shown = async (tenantId: string, tool: StoredTool) => ({
    tool: presentTool(tool, await secretsOf(tenantId)),
  });
  return {
    listTools: async ({ caller: { tenantId } }) => {
      const [tools, secrets] = await Promise.all([store.list(tenantId), secretsOf(tenantId)]);
      return { tools: tools.map((tool) => presentSummary(tool, secrets)) };
    },

    getTool: async ({ caller: { tenantId }, params }) =>
      shown(tenantId, (await store.get(tenantId, params.id)) ?? missingTool()),

    createTool: async ({ caller, body: { config }, headers }) => {
      const { tenantId } = caller;
      assertToolValid(config, await variablesOf(store, tenantId), guardOf(tenantId));
      const result = await store.create(caller, config, headers['idempotency-key'] ?? null, clock.now());
      if (result.kind === 'created') return shown(tenantId, result.tool);
      if (result.kind === 'name_taken') throw nameTaken(config.name);
      throw new AppError(
        'too_many_tools',
        'There are as many tools as an organization may have. Remove one first.',
      );
    },

    saveTool: async ({ caller, params, body: { config, revision } }) => {
      const { tenantId } = caller;
      assertToolValid(config, await variablesOf(store, tenantId, params.id), guardOf(tenantId));
      const result = await store.save(caller, params.id, revision, config, clock.now());
      if (result.kind === 'saved') return shown(tenantId, result.tool);
      if (result.kind === 'missing') return missingTool();
      throw result.kind === 'changed' ? changedMeanwhile() : nameTaken(config.name);
    },

    deleteTool: async ({ caller, params, query }) => {
      const result = await store.remove(caller, params.id, query.revision);
      if (result.kind === 'missing') return missingTool();
      if (result.kind === 'changed') throw changedMeanwhile();
      if (result.kind === 'in_use') throw inUse(result.agents);
      return { deleted: true };
    },
  };
}

/** What the other tools of the organization give by name. */
export async function variablesOf(
  store: Pick<ToolStore, 'list'>,
  tenantId: string,
  but?: string,
): Promise<string[]> {
  const others = (await store.list(tenantId)).filter(({ id }) => id !== but);
  return others.flatMap(({ config }) => config.variables.map(({ name }) => name));
}

export async function toolSecretNames(vault: Pick<Vault, 'list'>, tenantId: string): Promise<Set<string>> {
  const entries = (await vault.list(tenantId)).filter(({ purpose }) => purpose === 'tool');
  return new Set(entries.flatMap(({ name }) => shownSecretName(name) ?? []));
}

export function missingTool(): never {
  throw new AppError('tool_not_found', 'There is no such tool any more.');
}

export function changedMeanwhile(): AppError {
  return new AppError('tool_changed', 'Somebody else has changed it meanwhile. Load it again.');
}

export function inUse(agents: readonly NamedAgent[]): AppError {
  const names = agents.map(({ displayName }) => displayName);
  return new AppError('tool_in_use', `Still used by ${names.join(', ')}. Take it away from them first.`, {
    details: { agents: names },
  });
}

function nameTaken(name: string): AppError {
  return new AppError('tool_name_taken', `There is another tool called "${name}".`);
}
