import { describe, expect, test } from 'vitest';
import { agentBadge, agentName, fixedAgentName } from './known-agents.ts';

describe('agents', () => {
  test.each([
    ['kuzco', 'anything', 'Kuzco', { letter: 'K', tone: 'blue' }],
    ['gs-dental', 'anything', 'GS Dental', { letter: 'G', tone: 'green' }],
    ['night-desk', 'évening desk', 'évening desk', { letter: 'É', tone: 'grey' }],
    ['night-desk', ' ', 'night-desk', { letter: 'N', tone: 'grey' }],
    ['constructor', 'Builder', 'Builder', { letter: 'B', tone: 'grey' }],
  ])('%s (%s) is named %s', (id, displayName, name, badge) => {
    expect(agentName({ id, displayName })).toBe(name);
    expect(agentBadge({ id, displayName })).toEqual(badge);
  });

  test('only two have a fixed name', () => {
    expect(['kuzco', 'gs-dental', 'night-desk', 'toString'].map(fixedAgentName)).toEqual([
      'Kuzco',
      'GS Dental',
      null,
      null,
    ]);
  });
});
