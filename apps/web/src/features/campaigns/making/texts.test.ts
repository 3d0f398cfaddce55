import { campaignResponse, examples, recipientsResponse } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { findCampaigns } from '../list/find-campaigns.ts';
import { cellFields } from './check/cell-fields.ts';
import { rowsCsv } from './check/rows-csv.ts';
import { zoneText } from './check/zone-text.ts';
import { spanText } from './start/span-text.ts';
import { startTime } from './start/start-time.ts';

const { campaign } = campaignResponse.parse(examples.addCampaignRows.response);
const [recipient] = recipientsResponse.parse(examples.listRecipients.response).recipients;
if (recipient === undefined) throw new Error('The example has no row.');

describe('what the check shows', () => {
  test('P325: where a person is, and how that was found', () => {
    expect(zoneText(recipient)).toBe('New York, by the number');
    expect(zoneText({ zones: ['America/Boise', 'America/Los_Angeles'], zoneSource: 'file' })).toBe(
      'Boise or Los Angeles, from the file',
    );
    expect(zoneText({ zones: [], zoneSource: null })).toBe('Place not known');
  });

  test('P326: the cell that a reason is about is marked, and cells that are used come first', () => {
    const wide = { ...recipient, cells: ['Ada', '12', 'Monday', 'more'] };
    const fields = cellFields(campaign, { ...wide, reason: 'not_a_number' });
    expect(fields.map(({ title, use, concerned }) => [title, use, concerned])).toEqual([
      ['Name', 'Name, <Patient Name>', false],
      ['Phone', 'Phone Number', true],
      ['Day', '<Day>', false],
      ['Column 4', '', false],
    ]);
    const missing = cellFields(campaign, { ...wide, reason: 'missing_value', detail: 'Day' });
    expect(missing.find(({ concerned }) => concerned)?.title).toBe('Day');
  });

  test('P327: a downloaded row has its own columns first, and what is wrong', () => {
    const wrong = { ...recipient, reason: 'not_a_number', detail: '=1+1', cells: ['Ada', '=1+1'] } as const;
    expect(rowsCsv(campaign, [{ ...wrong, cells: [...wrong.cells] }])).toBe(
      "\uFEFFName,Phone,Day,Row,Problem,Value\r\nAda,'=1+1,,2,This is not a phone number.,'=1+1\r\n",
    );
  });
});

describe('the start', () => {
  test('P330: a time that has passed is refused', () => {
    const now = Date.parse('2026-11-02T10:00:00Z');
    expect(startTime(null, now)).toEqual({ at: null });
    expect(startTime('', now)).toEqual({ mistake: 'Choose a day and a time.' });
    expect(startTime('2026-11-02T09:00:00Z', now)).toHaveProperty('mistake');
    expect(startTime('2026-11-02T11:00:00Z', now)).toEqual({ at: '2026-11-02T11:00:00.000Z' });
  });

  test.each([
    ['2026-11-02T10:00:00Z', '2026-11-02T10:00:20Z', '1 minute'],
    ['2026-11-02T10:00:00Z', '2026-11-02T11:20:00Z', '80 minutes'],
    ['2026-11-02T10:00:00Z', '2026-11-02T13:10:00Z', '3 hours'],
    ['2026-11-02T10:00:00Z', '2026-11-05T10:00:00Z', '3 days'],
  ])('P329: from %s to %s are %s', (from, to, text) => {
    expect(spanText(from, to)).toBe(text);
  });
});

test('P321: a campaign is found by parts of its name or agent, whatever its capitals and accents', () => {
  const listed = { ...campaign, fileName: null, pauseReason: null, progress: null, startAt: null };
  const all = [
    { ...listed, name: 'Recall für Zoë', agentId: 'one' },
    { ...listed, name: 'Survey', agentId: 'two' },
  ];
  const names = (search: string) =>
    findCampaigns(all, search, (id) => (id === 'one' ? 'The dentist' : 'Kuzco')).map(({ name }) => name);
  expect(names('zoe recall')).toEqual(['Recall für Zoë']);
  expect(names('kuzco')).toEqual(['Survey']);
  expect(names('  ')).toHaveLength(2);
  expect(names('nobody')).toEqual([]);
});
