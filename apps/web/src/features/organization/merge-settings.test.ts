import { exampleOrganization } from '@parley/contract';
import { expect, test } from 'vitest';
import { mergeSettings } from './merge-settings.ts';

const base = exampleOrganization.settings;

test('OR12: what only one side has changed is kept from both', () => {
  const { merged, theirs, both } = mergeSettings(
    base,
    { ...base, name: 'Mine' },
    { ...base, currency: 'EUR' },
  );
  expect(merged).toEqual({ ...base, name: 'Mine', currency: 'EUR' });
  expect([theirs, both]).toEqual([['currency'], []]);
});

test('OR12: where both have changed the same setting, mine is kept and named', () => {
  const mine = { ...base, name: 'Mine', timeZone: 'UTC' };
  const theirs = { ...base, name: 'Theirs', timeZone: 'UTC' };
  const merge = mergeSettings(base, mine, theirs);
  expect(merge).toEqual({ merged: mine, theirs: [], both: ['name'] });
});

test('the order of fields is no difference', () => {
  const { week, holidays } = base.openingHours;
  const turned = { ...base, openingHours: { holidays, week } };
  expect(mergeSettings(base, turned, { ...base, name: 'Theirs' })).toMatchObject({
    theirs: ['name'],
    both: [],
  });
});
