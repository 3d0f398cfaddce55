import { agentStarters, publishable } from '@parley/contract';
import { expect, test } from 'vitest';
import { agentIdFor } from '../agent-id.ts';
import { starterConfig } from './starter-config.ts';

test.each(agentStarters)('the starter $id can be published as it is', ({ id }) => {
  const config = starterConfig(id, 'Front desk');
  expect(publishable(config)).toEqual([]);
  expect(config.identity.displayName).toBe('Front desk');
  // An entry would be said to callers, and nobody here knows a fact about the organization.
  expect(config.knowledge.entries).toEqual([]);
});

test.each([
  ['Front Desk', 'front-desk'],
  ['  Zahnärzte Größe & Söhne!', 'zahnarzte-grosse-sohne'],
  ['前台', 'agent'],
  ['--', 'agent'],
  ['x'.repeat(60), 'x'.repeat(48)],
])('the id of %j is %s', (name, id) => {
  expect(agentIdFor(name)).toBe(id);
});
