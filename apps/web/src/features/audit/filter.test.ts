import { expect, test } from 'vitest';
import { auditFilterOf, isFiltered, requestOf } from './filter.ts';

const requested = (address: string) => requestOf(auditFilterOf(new URLSearchParams(address)));

test('AU12: an address without filters asks for everything', () => {
  expect(requested('')).toEqual({});
  expect(isFiltered(auditFilterOf(new URLSearchParams('entry=7')))).toBe(false);
});

test('AU12: person, kind of actor, action and kind of entry are taken from the address', () => {
  expect(requested('who=user_1&action=call.read&kind=read')).toEqual({
    ...{ actor: 'user_1', action: 'call.read', kind: 'read' },
  });
  expect(requested('who=kind:command+line')).toEqual({ by: 'command line' });
});

test('AU12: a range of days includes its last day', () => {
  const { from = '', to = '' } = requested('from=2026-10-13&to=2026-10-13');
  expect(new Date(from)).toEqual(new Date(2026, 9, 13));
  expect(new Date(to)).toEqual(new Date(2026, 9, 14));
});

test('AU12: what makes no sense in an address is left out', () => {
  expect(requested('who=kind:nobody&kind=odd&from=today&to=2026-13-99999')).toEqual({});
});
