import {
  type Campaign,
  type CampaignEvent,
  type CampaignProgress,
  type CampaignReport,
  type Recipient,
  startingPolicy,
} from '@parley/contract';
import { callIdOf, dental } from './data.ts';

export const watchedId = '019a8b5e-6c00-7000-a701-000000000001';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const columns = {
  ...{ number: 1, name: 0, lastName: null, timeZone: null, consent: null, externalId: null, notes: null },
};

export function watchedCampaign(more: Partial<Campaign> = {}): Campaign {
  return {
    ...{ id: watchedId, name: 'Recall in November', purpose: 'reminder', agentId: dental.id },
    templateId: '019a8b5e-6c00-7000-8000-000000000002',
    ...{ prompt: 'Remind <Patient Name> of <Day>.', defaults: { 'Patient Name': '', Day: 'Tuesday' } },
    policy: { ...startingPolicy, atOnce: 3 },
    file: {
      ...{ file: 1, fileName: 'recall.csv', header: ['Name', 'Phone', 'Day'], columns, country: 'US' },
      placeholders: { 'Patient Name': 0, Day: 2 },
    },
    ...{ rows: 240, state: 'running', side: 'sandbox', agentVersion: 3, ground: true, startAt: null },
    ...{ startedAt: ago(95), endedAt: null, pause: null, parentId: null, revision: 4 },
    createdBy: { displayName: 'Ines Marchetti' },
    ...{ createdAt: ago(200), changedAt: ago(95) },
    ...more,
  };
}

const names = ['Ada Weber', 'Ben Okafor', 'Carla Reyes', 'Dan Novak', 'Eve Lindqvist', 'Farid Haddad'];

export function personOf(row: number, more: Partial<Recipient> = {}): Recipient {
  const number = `+1202555${String(100 + row).padStart(4, '0')}`;
  const name = names[row % names.length] ?? '';
  return {
    ...{ row, state: 'pending', reason: null, detail: '', number, name },
    ...{ zones: ['America/Denver'], zoneSource: 'number', consent: [], externalId: '', notes: '' },
    cells: [name, number, 'Monday'],
    ...{ attempts: 0, nextAt: null, waits: null, result: null, callId: null },
    ...more,
  };
}

const attempted = { attempts: 1, callId: callIdOf(2) };

/** A campaign in the middle of its work, as the pages of watching show it. */
export class WatchedCampaign {
  campaign = watchedCampaign();
  people: Recipient[] = [
    personOf(2, { state: 'done', result: 'reached', ...attempted }),
    personOf(3, { waits: { reason: 'window', zone: 'America/Denver' }, nextAt: soon(60) }),
    personOf(4, { state: 'held', waits: { reason: 'person', zone: null } }),
    personOf(5, { state: 'in_call', ...attempted }),
    personOf(6, { state: 'exhausted', result: 'no_answer', ...attempted, attempts: 3 }),
    personOf(7, { state: 'suppressed', waits: { reason: 'do_not_call', zone: null } }),
    personOf(8, { state: 'refused', reason: 'repeated_person' }),
    personOf(9),
  ];
  progress: CampaignProgress = {
    states: [
      { state: 'done', count: 118 },
      { state: 'exhausted', count: 14 },
      { state: 'suppressed', count: 6 },
      { state: 'in_call', count: 2 },
      { state: 'pending', count: 92 },
      { state: 'held', count: 3 },
      { state: 'refused', count: 5 },
    ],
    results: [
      { result: 'reached', count: 91 },
      { result: 'voicemail_left', count: 19 },
      { result: 'opted_out', count: 5 },
      { result: 'wrong_number', count: 3 },
    ],
    waits: [
      { reason: 'window', count: 48, zone: 'America/Denver', until: soon(60) },
      { reason: 'retry', count: 31, zone: null, until: soon(25) },
      { reason: 'person', count: 3, zone: null, until: null },
      { reason: 'do_not_call', count: 6, zone: null, until: null },
    ],
    live: [
      {
        ...{ row: 5, name: 'Dan Novak', number: '+12025550105', callId: callIdOf(2), attempt: 1 },
        since: ago(1),
      },
      { row: 12, name: 'Ada Weber', number: '+12025550112', callId: null, attempt: 2, since: ago(0.2) },
    ],
    ...{ attempts: 207, nextAt: soon(0.1), atOnce: 3 },
    breaker: { calls: 20, failures: 5, hangUps: 30, optOuts: 5 },
  };
  events: CampaignEvent[] = [
    {
      ...{ id: 4, at: ago(12), kind: 'held', reason: '', detail: '', row: 4 },
      by: { displayName: 'Ines Marchetti' },
    },
    {
      ...{ id: 3, at: ago(40), kind: 'resumed', reason: '', detail: '', row: null },
      by: { displayName: 'Jo Park' },
    },
    {
      ...{ id: 2, at: ago(50), kind: 'paused', reason: 'breaker_hang_ups', row: null, by: null },
      detail: '11 of the last 20 calls.',
    },
    {
      ...{ id: 1, at: ago(95), kind: 'started', reason: '', detail: '', row: null },
      by: { displayName: 'Ines Marchetti' },
    },
  ];
  report: CampaignReport = {
    ...{
      rows: 240,
      called: 138,
      reached: 91,
      calls: 205,
      answered: 104,
      machines: 33,
      hungUp: 5,
      optOuts: 5,
    },
    results: [
      { result: 'reached', count: 91 },
      { result: 'no_answer', count: 58 },
      { result: 'voicemail_left', count: 33 },
      { result: 'busy', count: 10 },
      { result: 'opted_out', count: 5 },
      { result: 'hung_up_early', count: 5 },
      { result: 'wrong_number', count: 3 },
    ],
    suppressed: [
      { reason: 'do_not_call', count: 6 },
      { reason: 'repeated_person', count: 5 },
    ],
    abandonment: { liveAnswers: 106, abandoned: 1 },
    numbers: [
      {
        ...{ number: '+12025550140', calls: 141, answered: 79, unwanted: 2 },
        attested: { A: 141, B: 0, C: 0 },
      },
      {
        ...{ number: '+12025550141', calls: 64, answered: 25, unwanted: 11 },
        attested: { A: 0, B: 52, C: 0 },
      },
    ],
    seconds: 5_940,
    hours: [9, 10, 11, 12, 13, 14, 15, 16, 17].map((hour, at) => ({
      ...{ hour, calls: 18 + ((at * 7) % 13), answered: 8 + ((at * 5) % 9) },
    })),
    zones: [
      { zone: 'America/New_York', calls: 96, answered: 51, reached: 44 },
      { zone: 'America/Denver', calls: 63, answered: 31, reached: 28 },
      { zone: 'America/Los_Angeles', calls: 46, answered: 22, reached: 19 },
    ],
    fields: [
      {
        ...{ id: 'confirmed', label: 'Confirmed', calls: 91, known: 84 },
        values: [
          { value: 'Yes', count: 66 },
          { value: 'No', count: 18 },
        ],
      },
    ],
    costs: [{ currency: 'USD', micros: 4_120_000, estimate: true }],
  };
}
