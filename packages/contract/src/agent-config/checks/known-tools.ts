import { type AgentTools, toolRefKey } from '../../tools/agent-tools.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { problem } from './check.ts';

/** A tool of the organization as an agent would be offered it. */
export interface KnownTool {
  /** What models call it. */
  readonly name: string;
  /** False for a tool of an MCP server that nobody has allowed, or that has changed since. */
  readonly allowed: boolean;
}

/** What keeps an agent from being published with these tools; `known` by the key of a reference. */
export function checkKnownTools({ use }: AgentTools, known: ReadonlyMap<string, KnownTool>): ConfigProblem[] {
  const names = new Set<string>();
  return use.flatMap((ref, index) => {
    const path = `tools.use.${index}`;
    const tool = known.get(toolRefKey(ref));
    if (!tool) return [problem(path, 'tool_unknown', 'This tool does not exist any more. Remove it.')];
    if (!tool.allowed) {
      const sentence = `The tool ${tool.name} is not allowed, or has changed. Look at it in Settings ▸ Tools.`;
      return [problem(path, 'tool_not_allowed', sentence)];
    }
    if (names.has(tool.name)) {
      return [problem(path, 'tool_name_repeated', `Another tool of the agent is called ${tool.name} too.`)];
    }
    names.add(tool.name);
    return [];
  });
}
