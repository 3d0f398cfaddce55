import { expect, test } from 'vitest';
import type { AgentCard } from '../../../lib/parsing/agent-cards.ts';
import { sortedCards } from './sorted-cards.ts';

const card = (id: string, displayName: string, more: Partial<AgentCard> = {}): AgentCard => ({
  id,
  displayName,
  numbers: [],
  language: 'en-US',
  engine: 'relay',
  publishedVersion: 1,
  publishedAt: null,
  changed: false,
  callsInLastWeek: 0,
  archivedAt: null,
  ...more,
});
const cards = [
  card('line-10', 'Line 10'),
  card('kuzco', 'whatever the server says'),
  card('line-2', 'line 2', { numbers: ['+15005550006'] }),
  card('old', 'Old desk', { archivedAt: '2026-11-01T10:00:00.000Z' }),
];
const ids = (search: string) => {
  const { active, archived } = sortedCards(cards, search);
  return [active.map(({ id }) => id), archived.map(({ id }) => id)];
};

test.each([
  ['', [['kuzco', 'line-2', 'line-10'], ['old']]],
  ['LINE', [['line-2', 'line-10'], []]],
  ['kuz', [['kuzco'], []]],
  ['desk', [[], ['old']]],
  ['500 555', [['line-2'], []]],
  ['nobody', [[], []]],
])('agents by name, archived ones apart, that match %j', (search, found) => {
  expect(ids(search)).toEqual(found);
});
