import { expect, test } from 'vitest';
import { callsEverybody, startingGround } from './starting-ground.ts';

const none = { service: null, reminder: null, survey: null };
const registryOf = (dated: string) => ({
  ...{ id: '019a8b5e-6c00-7000-8000-000000000080', fileName: '212.csv', dated, numbers: 2 },
  ...{ importedAt: '2026-11-02T10:00:00.000Z', importedBy: null },
});
const now = Date.parse('2026-11-18T12:00:00Z');

test('CP20: a tick counts only as long as nothing was ever declared', () => {
  const never = startingGround({ revision: 0, grounds: none, registry: null }, 'reminder', now);
  expect(never).toEqual({ kind: 'asked' });
  expect([callsEverybody(never, false), callsEverybody(never, true)]).toEqual([false, true]);

  const rules = { revision: 2, grounds: { ...none, service: 'customers' as const }, registry: null };
  const missing = startingGround(rules, 'reminder', now);
  expect(missing).toEqual({ kind: 'missing' });
  expect([callsEverybody(missing, false), callsEverybody(missing, true)]).toEqual([false, false]);

  const declared = startingGround(rules, 'service', now);
  expect(declared).toEqual({ kind: 'declared', why: 'They are our customers, patients or members' });
  expect(callsEverybody(declared, false)).toBe(true);

  // Taken back again: it was declared once.
  expect(startingGround({ revision: 3, grounds: none, registry: null }, 'service', now).kind).toBe('missing');
});

test('CP21: sales calls need a registry that is not older than 31 days', () => {
  const lacks = (dated: string | null) => {
    const registry = dated === null ? null : registryOf(dated);
    return startingGround({ revision: 0, grounds: none, registry }, 'sales', now);
  };
  expect(lacks(null)).toMatchObject({ lacks: expect.stringContaining('need a file') });
  expect(lacks('2026-10-17')).toMatchObject({ lacks: expect.stringContaining('older than 31 days') });
  expect(lacks('2026-10-19')).toEqual({ kind: 'sales', lacks: null });
});
