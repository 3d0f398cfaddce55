import { type CampaignResult, parseCsv } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { resultsHeading, resultsLines } from './results-file.ts';

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
      ...{ result: 'no_answer', detail: '' },
    },
    {
      ...{ attempt: 2, callId: null, startedAt: '2026-11-02T18:00:00.000Z', endedAt: null },
      ...{ result: 'reached', detail: '' },
    },
  ],
};
const cellsOf = (text: string) => parseCsv(text, ',').map(({ cells }) => cells);

describe('CP31: the file with the results', () => {
  test('has the columns of the list as they were, and a line for each person', () => {
    const text = [resultsHeading('people', { file }), ...resultsLines('people', { file }, result)].join('');
    expect(cellsOf(text)).toEqual([
      ['Name', 'Phone', 'Sum', 'Row', 'Result', 'Why', 'Last call', 'Number called', 'Time zone', 'Calls'],
      ['Ada', "'+1 202 555 0123", '', '7', 'Reached', '', 'Reached', '+12025550123', 'America/Denver', '2'],
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
        ...["'=cmd()", '1', "'@x", '7', 'Refused', 'The number is on the do-not-call list.'],
        ...['', '+12025550123', 'America/Denver', '0'],
      ],
    ]);
    expect(resultsLines('calls', { file }, refused)).toEqual([]);
  });
});
