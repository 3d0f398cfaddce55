import { describe, expect, test } from 'vitest';
import type { FoundCall, FoundPage } from '../../../lib/parsing/call-search.ts';
import { parseCall } from '../../../lib/parsing/calls.ts';
import { splitAt } from '../detail/marked-text.tsx';
import { changedSearch } from './filter-address.ts';
import { valuesOf } from './filter-values.ts';
import { presets } from './filters/date-presets.ts';
import { secondsOf } from './filters/range-editors.tsx';
import { hitPath } from './hit-path.ts';
import { mergedHits } from './merged-hits.ts';

describe('the filters in the address', () => {
  test('are those that the contract names, without empty ones', () => {
    expect(valuesOf('?q=crown&status=busy,failed&nonsense=1&agent=%20&call=2')).toEqual({
      q: 'crown',
      status: 'busy,failed',
    });
  });

  test('change one by one; what else stands in the address stays', () => {
    expect(changedSearch('?other=1&q=crown', { status: 'busy', q: '' })).toBe('?other=1&status=busy');
    expect(changedSearch('?q=crown', { q: '' })).toBe('');
  });

  test('a version goes with its agent, and needs one', () => {
    const search = '?agent=kuzco&version=3';
    expect(changedSearch(search, { status: 'busy' })).toBe('?agent=kuzco&version=3&status=busy');
    expect(changedSearch(search, { agent: '' })).toBe('');
    expect(changedSearch(search, { agent: 'kuzco,ada' })).toBe('?agent=kuzco%2Cada');
    expect(changedSearch(search, { agent: 'ada' })).toBe('?agent=ada');
    expect(changedSearch('', { agent: 'ada', version: '2' })).toBe('?agent=ada&version=2');
  });
});

describe('what was found, with what is new', () => {
  const hit = (id: string): FoundCall => {
    const call = parseCall({ _id: id });
    if (call === null) throw new Error('no call');
    return { call, hit: null };
  };
  const page = (ids: string, next: string | null = null, older: string | null = null): FoundPage => ({
    hits: [...ids].map(hit),
    next,
    older,
  });
  const merged = (top: FoundPage | undefined, ...pages: FoundPage[]) =>
    mergedHits(top, pages)
      .map(({ call }) => call._id)
      .join('');

  test('a new call comes first, and pushes none off the loaded pages', () => {
    expect(merged(page('zyx', 'x'), page('yxw', 'w'), page('vu'))).toBe('zyxwvu');
  });
  test('a call that fits no longer is gone where the latest answer has looked', () => {
    expect(merged(page('zw', 'w'), page('zyw', 'w'), page('v'))).toBe('zwv');
    expect(merged(page('z'), page('zy'))).toBe('z');
  });
  test('a search that stopped earlier than before keeps what is behind the place', () => {
    expect(merged(page('z', null, 'x'), page('zyw', null, 'v'), page('u'))).toBe('zwu');
  });
  test('without an answer of its own the pages count', () => {
    expect(merged(undefined, page('zy', 'y'), page('yx'))).toBe('zyx');
  });
});

describe('the page of a hit', () => {
  const parts = [
    { text: 'Will the ', marked: false },
    { text: 'Crown', marked: true },
    { text: ' and the ', marked: false },
    { text: 'crown', marked: true },
  ];
  test('has the entry and each word once', () => {
    expect(hitPath('/c', { where: 'transcript', ordinal: 3, parts })).toBe('/c?entry=3&mark=crown');
    expect(hitPath('/c', { where: 'summary', parts })).toBe('/c?mark=crown');
    expect(hitPath('/c', { where: 'number', parts })).toBe('/c');
    expect(hitPath('/c', null)).toBe('/c');
  });
  test('marks whole words, whatever their capitals and signs', () => {
    expect(splitAt('Crown, crowned (a+b) crown', ['crown', '(a+b)'])).toEqual([
      ...['', 'Crown', ', crowned ', '(a+b)', ' ', 'crown', ''],
    ]);
    expect(splitAt('Ärzte, Ärztehaus', ['ärzte'])).toEqual(['', 'Ärzte', ', Ärztehaus']);
    expect(splitAt('nothing', [])).toEqual(['nothing']);
  });
});

test('ranges of days follow the calendar of the organization', () => {
  const at = new Date('2026-03-01T03:00:00Z');
  const named = (timeZone: string) =>
    Object.fromEntries(presets(at, timeZone).map(({ label, from, to }) => [label, `${from} ${to}`]));
  expect(named('Europe/Berlin')).toEqual({
    Today: '2026-03-01 2026-03-01',
    Yesterday: '2026-02-28 2026-02-28',
    'Last 7 days': '2026-02-23 2026-03-01',
    'This month': '2026-03-01 2026-03-01',
    'Last month': '2026-02-01 2026-02-28',
  });
  expect(named('America/Los_Angeles')['Last month']).toBe('2026-01-01 2026-01-31');
});

test.each([
  ['90', '90'],
  ['1:30', '90'],
  ['0:05', '5'],
  ['1:5', null],
  ['1:75', null],
  ['x', null],
  ['99999', null],
])('a length of %s is %s seconds', (typed, seconds) => {
  expect(secondsOf(typed)).toBe(seconds);
});
