import type { HttpToolConfig, Tool, ToolHeader, ToolSummary } from '@parley/contract';
import type { StoredTool } from '../../ports/tool-store.ts';

/** The names of the secrets that headers send. */
export function secretsIn(headers: readonly ToolHeader[]): string[] {
  return headers.flatMap(({ value }) => (value.kind === 'secret' ? [value.secret] : []));
}

export function presentSummary(tool: StoredTool, secrets: ReadonlySet<string>): ToolSummary {
  const { id, config, revision, changedAt, agents } = tool;
  const { name, purpose, method, changes } = config;
  return {
    ...{ id, kind: 'http', name, purpose, method, changes, revision },
    host: hostOf(config),
    usedBy: agents.length,
    problem: problemOf(config, secrets),
    changedAt: changedAt.toISOString(),
  };
}

export function presentTool(tool: StoredTool, secrets: ReadonlySet<string>): Tool {
  const { config, createdAt, changedBy, agents } = tool;
  return {
    ...presentSummary(tool, secrets),
    ...{ config, changedBy, agents: [...agents], createdAt: createdAt.toISOString() },
  };
}

function problemOf({ headers }: HttpToolConfig, secrets: ReadonlySet<string>): string | null {
  const missing = secretsIn(headers).find((name) => !secrets.has(name));
  return missing === undefined ? null : `The secret "${missing}" is missing.`;
}

function hostOf({ address }: HttpToolConfig): string {
  return URL.parse(address)?.host ?? '';
}
