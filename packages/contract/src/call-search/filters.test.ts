import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { callFilterNames, callFilterParams } from './filter-names.ts';
import { callFilterFields, callFilters, searchLimits } from './filters.ts';
import { callSearchQuery } from './search.ts';

const read = (query: string) => {
  const { data, error } = safeParse(callSearchQuery, Object.fromEntries(new URLSearchParams(query)));
  return data ?? error?.issues[0]?.message;
};

test('a query becomes filters, and filters the same query', () => {
  const query =
    'q=crown&status=completed,busy&agent=gs-dental&version=3,4&from=2026-10-01&to=2026-10-31&shortest=10&sandbox=no';
  const filters = read(query);
  expect(filters).toEqual({
    q: 'crown',
    status: ['completed', 'busy'],
    agent: ['gs-dental'],
    version: [3, 4],
    from: '2026-10-01',
    to: '2026-10-31',
    shortest: 10,
    sandbox: 'no',
    limit: 40,
  });
  expect(decodeURIComponent(callFilterParams(filters as object).toString())).toBe(query);
});

test('ids are compared in small letters', () => {
  const id = '019a8b5e-6c00-7000-8000-00000000000a';
  const query = `template=${id.toUpperCase()}&contact=${id.toUpperCase()}`;
  expect(read(query)).toMatchObject({ template: [id], contact: id });
});

test('a body may have lists, and the same text as a query', () => {
  expect(safeParse(callFilters, { status: ['busy'], result: 'reached,partly' }).data).toEqual({
    status: ['busy'],
    result: ['reached', 'partly'],
  });
});

test('every filter has a place in the address', () => {
  expect([...callFilterNames].sort()).toEqual(Object.keys(callFilterFields).sort());
});

test.each([
  [`q=${'x'.repeat(201)}`, 'A search may have at most 200 characters.'],
  ['status=gone', /^A status is one of: queued, /],
  ['status=', /^A status is one of: queued, /],
  ['reason=gone', 'This is not a reason that a call can have.'],
  ['direction=up', 'A direction is inbound or outbound.'],
  ['version=1', 'A version needs the one agent that it belongs to.'],
  ['agent=a,b&version=1', 'A version needs the one agent that it belongs to.'],
  ['agent=a&version=x', 'A version is a whole number from 1.'],
  ['from=10/13/2026', 'A date is written as 2026-10-13.'],
  ['from=2026-02-30', 'A date is written as 2026-10-13.'],
  ['from=0000-01-01', 'A date is written as 2026-10-13.'],
  ['from=2026-10-14&to=2026-10-13', 'The first day is after the last one.'],
  ['shortest=-1', 'A length is a whole number of seconds up to 86400.'],
  ['shortest=9&longest=8', 'The shortest length is above the longest one.'],
  ['field=kept', 'An outcome field and its value go together.'],
  ['value=yes', 'An outcome field and its value go together.'],
  ['result=good', 'A result is one of: reached, partly, not.'],
  ['template=1', 'A template is named by its id.'],
  ['contact=1', 'A contact is named by its id.'],
  ['placedBy=', 'A person is named by the id of the account.'],
  ['sandbox=maybe', 'The filter for the sandbox is yes or no.'],
  ['after=1', 'This place in the results cannot be read. Search again.'],
  [
    `agent=${Array(searchLimits.valuesMax + 1)
      .fill('a')
      .join(',')}`,
    'A filter may have at most 50 values at once.',
  ],
])('%s is refused in words', (query, sentence) => {
  expect(read(query)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});
