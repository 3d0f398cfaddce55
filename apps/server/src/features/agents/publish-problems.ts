import {
  type AgentConfig,
  type AgentTools,
  type ConfigProblem,
  checkKnownTools,
  type KnownTool,
  modelToolName,
  publishable,
  toolRefKey,
} from '@parley/contract';
import type { McpServerStore, ToolStore } from '../../ports/tool-store.ts';

/** What keeps a draft from being published, also what only the stored tools can tell. */
export type PublishProblems = (
  tenantId: string,
  agentId: string,
  config: AgentConfig,
) => Promise<ConfigProblem[]>;

export function publishProblems(
  tools: Pick<ToolStore, 'configs'>,
  servers: Pick<McpServerStore, 'many'>,
): PublishProblems {
  return async (tenantId, agentId, config) => {
    const problems = publishable(config, agentId);
    if (!config.tools || config.tools.use.length === 0) return problems;
    const known = await knownTools(tenantId, config.tools.use);
    return [...problems, ...checkKnownTools(config.tools, known)];
  };

  async function knownTools(tenantId: string, use: AgentTools['use']): Promise<Map<string, KnownTool>> {
    const [configs, found] = await Promise.all([
      tools.configs(
        tenantId,
        use.flatMap((ref) => ('id' in ref ? ref.id : [])),
      ),
      servers.many(tenantId, [...new Set(use.flatMap((ref) => ('server' in ref ? ref.server : [])))]),
    ]);
    const known = new Map<string, KnownTool>();
    for (const [id, { name }] of configs) known.set(toolRefKey({ id }), { name, allowed: true });
    for (const [server, { config }] of found) {
      for (const { name, allowed, state } of config.tools) {
        const tool = { name: modelToolName(name), allowed: allowed && state === 'same' };
        known.set(toolRefKey({ server, name }), tool);
      }
    }
    return known;
  }
}
