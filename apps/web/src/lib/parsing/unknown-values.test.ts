import { examples } from '@parley/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseNumbers } from './agent-editing.ts';
import { parseAudit, parseAuditActors, parseAuditEntry } from './audit.ts';
import { parseExport } from './call-export.ts';
import { parseAttempts, parseCampaignReport, parseEvents, parseProgress } from './campaign-run.ts';
import { parseCampaignDetail, parseCampaigns, parseRecipients } from './campaigns.ts';
import {
  parseConnections,
  parseDisconnected,
  parseGoLive,
  parseLocalModels,
  parseNumberOffers,
  parseTest,
} from './connections.ts';
import { parseImportDetail, parseImports } from './contacts.ts';
import { parsePeople } from './people.ts';
import { parseReport } from './reports.ts';
import { parseSpending } from './spending.ts';
import { parseToolSecrets } from './tools.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

type Name = keyof typeof examples;
type Parse = (body: unknown) => unknown;

/** The example response of a route, with another value at a place such as `campaigns.0.state`. */
function responseWith(name: Name, place: string, value: unknown): unknown {
  const body: unknown = structuredClone(examples[name].response);
  const keys = place.split('.');
  let holder = body as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  holder[keys.at(-1) ?? ''] = value;
  return body;
}

const valueAt = (value: unknown, place: string) =>
  place
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

const unknown = 'solar_flare';
const problem = { code: unknown, sentence: 'The sun is in the way.', remedy: 'Wait.' };
const at = '2026-11-02T14:00:00.000Z';
const attempt = { attempt: 1, callId: null, startedAt: at, endedAt: at, result: unknown, detail: '' };
const status = { state: 'failing', since: at, problem };

describe('an unknown word does not cost its page, and stays as it is', () => {
  test.each<[Name, Parse, place: string, value: unknown, read: string, wanted?: unknown]>([
    ['getReport', parseReport, 'report.failures.0.reason', unknown, 'failures.0.reason'],
    ['getReport', parseReport, 'report.latencies.0.engine', unknown, 'latencies.0.engine'],
    ['listPeople', parsePeople, 'people.0.role', unknown, 'people.0.role'],
    ['listPeople', parsePeople, 'invitations.0.role', unknown, 'invitations.0.role'],
    ['listPeople', parsePeople, 'signUp.policy', unknown, 'signUp.policy'],
    ['listPeople', parsePeople, 'managedBy', unknown, 'managedBy'],
    ['getGoLive', parseGoLive, 'goLive.checks.0.state', unknown, 'checks.0.state'],
    ['listConnections', parseConnections, 'connections.mayChange.mail', unknown, 'mayChange.mail'],
    ['testDefault', parseTest, 'problem', problem, 'problem.code'],
    ['listCampaigns', parseCampaigns, 'campaigns.0.state', unknown, '0.state'],
    ['listCampaigns', parseCampaigns, 'campaigns.0.pauseReason', unknown, '0.pauseReason'],
    ['getCampaign', parseCampaignDetail, 'campaign.state', unknown, 'campaign.state'],
    [
      ...(['getCampaign', parseCampaignDetail, 'campaign.pause'] as const),
      ...([{ reason: unknown, detail: '', at }, 'campaign.pause.reason'] as const),
    ],
    ['getCampaign', parseCampaignDetail, 'counts.0.state', unknown, 'counts.0.state'],
    ['listRecipients', parseRecipients, 'recipients.0.state', unknown, 'recipients.0.state'],
    ['listRecipients', parseRecipients, 'recipients.0.result', unknown, 'recipients.0.result'],
    ['getRecipient', parseAttempts, 'attempts', [attempt], '0.result'],
    ['getRecipient', parseAttempts, 'recipient.state', unknown, 'length', 0],
    ['getCampaignProgress', parseProgress, 'progress.slowedBy', unknown, 'slowedBy'],
    [
      ...(['getCampaignProgress', parseProgress, 'progress.results'] as const),
      ...([[{ result: unknown, count: 2 }], 'results.0.result'] as const),
    ],
    ['listCampaignEvents', parseEvents, 'events.0.kind', unknown, 'events.0.kind'],
    ['getCampaignReport', parseCampaignReport, 'report.results.0.result', unknown, 'results.0.result'],
    ['listContactImports', parseImports, 'imports.0.state', unknown, '0.state'],
    ['listContactImports', parseImports, 'imports.0.errorCounts', { [unknown]: 1 }, 'length', 1],
    ['getContactImport', parseImportDetail, 'import.state', unknown, 'import.state'],
    ['getContactImport', parseImportDetail, 'errors.0.code', unknown, 'errors.0.code'],
    [
      ...(['getSpending', parseSpending, 'spending.limits.rates'] as const),
      ...([[{ currency: 'shells', micros: 5 }], 'limits.rates.0.currency', 'shells'] as const),
    ],
    ['getExport', parseExport, 'export.problem', unknown, 'problem'],
    ['listAudit', parseAudit, 'entries.0.actor.kind', unknown, 'entries.0.actor.kind'],
    ['getAuditEntry', parseAuditEntry, 'entry.kind', unknown, 'kind'],
    ['listAuditActors', parseAuditActors, 'actors.0.kind', unknown, '0.kind'],
  ])('%s', (name, parse, place, value, read, wanted = unknown) => {
    expect(valueAt(parse(responseWith(name, place, value)), read)).toEqual(wanted);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('a connection that fails for an unknown reason is shown with its sentence', () => {
    const shown = { kind: 'address', url: 'https://desk.example.com' };
    const connected = { id: '019a8b5e-6c00-7000-8000-000000000001', revision: 1, shown, connectedAt: at };
    const value = { ...connected, ...status, connectedBy: null, secretSetAt: null, defaultAvailable: false };
    const read = parseConnections(responseWith('listConnections', 'connections.address', value));
    expect(read?.address).toEqual(value);
  });

  test('a response without unknown values is read as it is', () => {
    const { response } = examples.listPeople;
    expect(parsePeople(response)).toEqual(response);
  });
});

describe('what cannot be read costs one entry, and is reported once', () => {
  test.each<[Name, Parse, place: string, value: unknown, list: string, report: string]>([
    ['getReport', parseReport, 'report.hours.0.weekday', unknown, 'hours', 'hour of a report 1'],
    ['listPeople', parsePeople, 'people.0.name', null, 'people', 'person 1'],
    ['listPeople', parsePeople, 'waiting.0.email', null, 'waiting', 'person who waits 1'],
    ['listCampaigns', parseCampaigns, 'campaigns.0.rows', 'many', '', 'campaign 1'],
    ['getCampaign', parseCampaignDetail, 'counts.0.count', 'many', 'counts', 'count of rows 1'],
    ['getCampaignProgress', parseProgress, 'progress.live.0.since', 'then', 'live', 'call 1'],
    ['getGoLive', parseGoLive, 'goLive.checks.0.name', null, 'checks', 'check 1'],
    [
      ...(['listPhoneNumbers', parseNumberOffers, 'numbers.0.points'] as const),
      ...([unknown, '', 'number of the account 1'] as const),
    ],
    ['getLocalModels', parseLocalModels, 'found.0.server', unknown, 'found', 'model server 1'],
    ['listToolSecrets', parseToolSecrets, 'secrets.0.setAt', 'then', '', 'secret 1'],
    ['listContactImports', parseImports, 'imports.0.added', 'many', '', 'import 1'],
    ['getContactImport', parseImportDetail, 'errors.0.row', 'last', 'errors', 'refused row 1'],
    ['listNumbers', parseNumbers, 'numbers.0.sandbox', unknown, '', 'number 1'],
    ['listAuditActors', parseAuditActors, 'actors.0.id', null, '', 'actor 1'],
  ])('%s %s %s', (name, parse, place, value, list, report) => {
    const whole = valueAt(parse(examples[name].response), list) as unknown[];
    const body = responseWith(name, place, value);
    const read = () => valueAt(parse(body), list);
    expect(read()).toEqual(whole.slice(1));
    expect(read()).toEqual(whole.slice(1));
    expect(vi.mocked(console.error).mock.calls).toEqual([
      [`Invalid ${report} in a response of the server was skipped.`],
    ]);
  });

  test('an entry with several faults costs one entry', () => {
    const { people } = examples.listPeople.response as { people: object[] };
    const body = responseWith('listPeople', 'people', [{}, ...people, { role: null }]);
    expect(parsePeople(body)?.people).toEqual(people);
  });

  test('a connection in an unknown state costs its card, not the page', () => {
    const read = parseConnections(responseWith('listConnections', 'connections.mail', { state: 'on-hold' }));
    expect(read?.mail).toEqual({ state: 'unread', said: 'on-hold' });
    expect(read?.phone.state).not.toBe('unread');
  });

  test('the old values of a line are there although a connection cannot be read', () => {
    const values = { voiceUrl: 'https://old.example.com', voiceFallbackUrl: '', statusCallback: '' };
    const webhooks = { ...values, voiceMethod: 'POST', voiceFallbackMethod: 'POST' };
    const offer = (examples.listPhoneNumbers.response as { numbers: { webhooks: object }[] }).numbers[0];
    const line = { number: '+15005550006', values: { ...offer?.webhooks, ...webhooks }, problem };
    const { notRestored } = parseDisconnected({ connections: {}, restored: [], notRestored: [line, {}] });
    expect(notRestored.map(({ problem: { sentence } }) => sentence)).toEqual([problem.sentence]);
  });

  test('what is edited and sent back is not read in parts', () => {
    expect(parseCampaignDetail(responseWith('getCampaign', 'campaign.policy.attempts', 99))).toBeUndefined();
    expect(
      parseCampaignDetail(responseWith('getCampaign', 'campaign.policy.hours.monday.0.from', 'dawn')),
    ).toBeUndefined();
  });
});
