import { type CampaignResult, parseCsv } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { createResultsFile, resultsHeading, resultsLines } from './results-file.ts';

const file = {
  ...{ file: 1, fileName: 'a.csv', header: ['Name', 'Phone', 'Sum'], placeholders: {}, country: null },
  columns: {
    ...{ number: 1, name: 0, lastName: null, timeZone: null, consent: null, externalId: null, notes: null },
  },
};
const result: CampaignResult = {
  ...{ row: 7, state: 'done', reason: null, detail: '', number: '+12025550123', name: 'Ada' },
  ...{ zones: ['America/Denver'], zoneSource: 'number', consent: [], externalId: '', notes: '' },
  ...{ attempts: 2, nextAt: null, waits: null, result: 'reached', callId: null },
  cells: ['Ada', '+1 202 555 0123'],
  calls: [
    {
      ...{ attempt: 1, callId: null, startedAt: '2026-11-02T14:00:00.000Z', endedAt: null },
      ...{ result: 'no_answer', detail: '', outcome: [] },
    },
    {
      ...{ attempt: 2, callId: null, startedAt: '2026-11-02T18:00:00.000Z', endedAt: null },
      ...{ result: 'reached', detail: '', outcome: [{ id: 'ok', label: 'Confirmed', value: true }] },
    },
  ],
};
const cellsOf = (text: string) => parseCsv(text, ',').map(({ cells }) => cells);

describe('CP31: the file with the results', () => {
  test('has the columns of the list as they were, and a line for each person', () => {
    const text = [resultsHeading('people', { file }), ...resultsLines('people', { file }, result)].join('');
    expect(cellsOf(text)).toEqual([
      [
        ...['Name', 'Phone', 'Sum', 'Row', 'Result', 'Result code', 'Why', 'Why code', 'Last call'],
        ...['Number called', 'Time zone', 'Calls', 'Consent as read', 'Notes as read'],
      ],
      [
        ...['Ada', "'+1 202 555 0123", '', '7', 'Reached', 'reached', '', '', 'Reached'],
        ...['+12025550123', 'America/Denver', '2', '', ''],
      ],
    ]);
  });

  test('or a line for each call', () => {
    const lines = cellsOf(resultsLines('calls', { file }, result).join(''));
    expect(lines.map((cells) => [cells[0], cells[3], cells[4], cells[7]])).toEqual([
      ['Ada', '7', '1', 'No answer'],
      ['Ada', '7', '2', 'Reached'],
    ]);
  });

  test('says why nobody was called, and begins no formula', () => {
    const refused: CampaignResult = {
      ...result,
      ...{ state: 'refused', reason: 'do_not_call', result: null, calls: [], cells: ['=cmd()', '1', '@x'] },
    };
    expect(cellsOf(resultsLines('people', { file }, refused).join(''))).toEqual([
      [
        ...["'=cmd()", '1', "'@x", '7', 'Refused', 'refused', 'The number is on the do-not-call list.'],
        ...['do_not_call', '', '+12025550123', 'America/Denver', '0', '', ''],
      ],
    ]);
    expect(resultsLines('calls', { file }, refused)).toEqual([]);
  });
});

test('CP31: beside them stand what was learned, the consent that was read, notes, and codes that stay the same', () => {
  const fields = [
    { id: 'ok', label: 'Confirmed' },
    { id: 'day', label: '=Day' },
  ];
  const learned: CampaignResult = {
    ...result,
    consent: [
      { purpose: 'reminder', given: true, source: 'web', at: '2026-01-02' },
      { purpose: 'sales', given: false, source: 'import', at: '2026-11-02', undated: true },
    ],
    notes: '-VIP',
    calls: result.calls.map((call, at) => ({
      ...call,
      outcome: [
        { id: 'ok', label: 'Confirmed', value: at === 0 ? false : null },
        { id: 'day', label: 'Day', value: at === 0 ? 'Monday' : '=1+1' },
      ],
    })),
  };
  const heading = cellsOf(resultsHeading('people', { file }, fields))[0];
  expect(heading?.slice(-4)).toEqual([
    ...['Consent as read', 'Notes as read', 'Outcome: Confirmed', 'Outcome: =Day'],
  ]);
  // The latest call that knows it; and no cell begins a formula.
  expect(cellsOf(resultsLines('people', { file }, learned, fields).join(''))[0]?.slice(-4)).toEqual([
    ...['reminder: yes (web, 2026-01-02); sales: no (import)', "'-VIP", 'No', "'=1+1"],
  ]);
  expect(
    cellsOf(resultsLines('calls', { file }, learned, fields).join('')).map((cells) => cells.slice(-6)),
  ).toEqual([
    ['No answer', 'no_answer', '', '', 'No', 'Monday'],
    ['Reached', 'reached', '', '', '', "'=1+1"],
  ]);
});

test('CP31: the file is read a hundred rows at a time, and a campaign that is gone has none', async () => {
  const asked: number[] = [];
  const rowsAfter = async (_tenant: string, _id: string, after: number, limit: number) => {
    asked.push(after);
    return Array.from({ length: Math.min(limit, 250 - after) }, (_, n) => ({
      ...result,
      row: after + n + 1,
    }));
  };
  const open = createResultsFile({
    campaigns: { get: async (_tenant, id) => (id === 'c1' ? ({ file } as never) : null) },
    reports: { rowsAfter, outcomeFields: async () => [] },
  });
  const order = { kind: 'people', format: 'csv' } as const;
  expect(await open('one', { ...order, campaignId: 'gone' })).toBeNull();
  const written = await open('one', { ...order, campaignId: 'c1' });
  expect(written).toMatchObject({
    fileName: 'results.csv',
    heading: expect.stringMatching(/^\uFEFFName,Phone/),
  });
  let text = '';
  let rows = 0;
  for await (const part of written?.read(new AbortController().signal) ?? []) {
    text += part.text;
    rows += part.rows;
  }
  expect(cellsOf(text).flatMap((cells) => cells[3] ?? [])).toEqual(
    Array.from({ length: 250 }, (_, n) => String(n + 1)),
  );
  expect({ rows, asked }).toEqual({ rows: 250, asked: [0, 100, 200] });
  const stopped = written?.read(AbortSignal.abort('cancelled'));
  await expect(stopped?.next()).rejects.toBe('cancelled');
});
