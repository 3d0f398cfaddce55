import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { changeViewBody, createViewBody } from './view.ts';

const filters = { version: 1, values: { q: 'crown' } };
const sentenceOf = (body: object) => createViewBody.safeParse(body).error?.issues[0]?.message;
const named = (name: unknown) => sentenceOf({ name, filters });
const filtered = (values: unknown, version: unknown = 1) =>
  sentenceOf({ name: 'Crowns', filters: { version, values } });

test('CV2: the name of a view has 1 to 60 characters as a person counts them', () => {
  expect(named('😀'.repeat(limits.viewNameMax))).toBeUndefined();
  expect(named('😀'.repeat(limits.viewNameMax + 1))).toBe(
    'The name of a view may have at most 60 characters.',
  );
  for (const name of ['', '   ', undefined, 7]) expect(named(name)).toBe('A view needs a name.');
});

test('CV1: what is saved is a search that the server would answer, and not endless', () => {
  expect(filtered({ q: 'crown', status: 'busy,no-answer', agent: 'kuzco', version: '3' })).toBeUndefined();
  expect(filtered({})).toBe('A view needs a search or a filter.');
  expect(filtered({ q: 'x'.repeat(201) })).toBe('A search may have at most 200 characters.');
  expect(filtered({ from: '2026-10-14', to: '2026-10-13' })).toBe('The first day is after the last one.');
  expect(filtered({ nonsense: 'x' })).toBe('A view has the filters of calls, and no others.');
  const agents = Array(50).fill('a'.repeat(100)).join(',');
  expect(filtered({ agent: agents })).toBe('These filters are too long to be saved. Remove some of them.');
  expect(filtered({ q: 'x' }, 2)).toBeDefined();
});

test('CV1: a change names what changes', () => {
  expect(changeViewBody.safeParse({}).error?.issues[0]?.message).toBe('Send a name, filters or both.');
  expect(changeViewBody.safeParse({ name: 'Crowns' }).success).toBe(true);
  expect(changeViewBody.safeParse({ filters }).success).toBe(true);
});
