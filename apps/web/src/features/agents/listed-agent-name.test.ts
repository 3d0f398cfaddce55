import type { Agent } from '@parley/contract';
import { expect, test } from 'vitest';
import { listedAgentName } from './listed-agent-name.ts';

const night: Agent = { id: 'night-desk', displayName: 'Night desk', phoneNumber: null, engine: 'relay' };

test.each<[string, string | null, readonly Agent[] | undefined, string]>([
  ['a built-in agent by its fixed name, whatever is loaded', 'kuzco', undefined, 'Kuzco'],
  ['another agent by its own name', 'night-desk', [night], 'Night desk'],
  ["no agent as 'Unknown Agent'", null, [night], 'Unknown Agent'],
  ["an agent that does not exist as 'Unknown Agent'", 'long-gone', [night], 'Unknown Agent'],
  ['an unknown agent by no name while the agents are loading', 'night-desk', undefined, ''],
])('the list names %s', (_, agentId, agents, name) => {
  expect(listedAgentName(agentId, agents)).toBe(name);
});
