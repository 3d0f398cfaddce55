import type { RouteExample } from '../route-example.ts';
import type { Campaign } from './campaign.ts';
import { startingPolicy } from './policy.ts';
import type { Recipient } from './recipient.ts';
import type { campaignRoutes } from './routes.ts';

const columns = {
  ...{ number: 1, name: 0, lastName: null, timeZone: null, consent: null, externalId: null, notes: null },
};
const file = {
  fileName: 'recall.csv',
  header: ['Name', 'Phone', 'Day'],
  columns,
  placeholders: { 'Patient Name': 0, Day: 2 },
  country: 'US',
  rowsInFile: 1,
};

const campaign: Campaign = {
  id: '019a8b5e-6c00-7000-8000-000000000070',
  name: 'Recall in November',
  purpose: 'reminder',
  agentId: 'gs-dental',
  templateId: '019a8b5e-6c00-7000-8000-000000000002',
  prompt: 'Remind <Patient Name> of the appointment on <Day>.',
  defaults: { 'Patient Name': '', Day: 'Tuesday' },
  policy: startingPolicy,
  file: { ...file, file: 1 },
  rows: 1,
  ...{ state: 'draft', side: null, agentVersion: null, ground: false, startAt: null, startedAt: null },
  ...{ endedAt: null, pause: null, parentId: null },
  revision: 1,
  createdBy: { displayName: 'Ines Marchetti' },
  createdAt: '2026-11-02T10:00:00.000Z',
  changedAt: '2026-11-02T10:05:00.000Z',
};

const account = { side: 'real', lines: 2, callsPerSecond: 1, isKnown: true };
const cells = ['Ada Weber', '+12025550123', 'Monday'];
const recipient: Recipient = {
  ...{ row: 2, state: 'pending', reason: null, detail: '', number: '+12025550123', name: 'Ada Weber' },
  ...{ zones: ['America/New_York'], zoneSource: 'number', consent: [], externalId: '', notes: '', cells },
  ...{ attempts: 0, nextAt: null, waits: null, result: null, callId: null },
};
const callId = '019a8b5e-6c00-7000-8000-000000000071';
const startedAt = '2026-11-02T14:00:00.000Z';
const running: Campaign = {
  ...campaign,
  ...{ state: 'running', side: 'sandbox', agentVersion: 3, ground: true, startedAt },
};
const pause = { reason: 'person', detail: '', at: '2026-11-02T14:01:00.000Z' } as const;
const paused: Campaign = { ...running, state: 'paused', pause };
const stopped: Campaign = { ...running, state: 'stopped', endedAt: '2026-11-02T14:02:00.000Z' };
const held: Recipient = { ...recipient, state: 'held', waits: { reason: 'person', zone: null } };
const skipped: Recipient = { ...recipient, state: 'suppressed', waits: { reason: 'skipped', zone: null } };
const dialing: Recipient = { ...recipient, state: 'dialing', attempts: 1, callId };
const row = { row: '2' };
const counts = [{ state: 'pending', reason: null, count: 1 }];
const { name, purpose, agentId, templateId, policy } = campaign;

type Examples<Routes> = Readonly<Record<keyof Routes, RouteExample>>;

/** Of the routes of `campaigns/`. */
export const campaignExamples: Examples<typeof campaignRoutes> = {
  listCampaigns: {
    response: {
      campaigns: [
        {
          ...{ id: campaign.id, name: campaign.name, purpose: campaign.purpose, agentId: campaign.agentId },
          ...{ state: 'running', startAt: null, pauseReason: null, progress: { people: 1, finished: 0 } },
          ...{ fileName: file.fileName, rows: 1, createdBy: campaign.createdBy },
          ...{ createdAt: campaign.createdAt, changedAt: campaign.changedAt },
        },
      ],
    },
  },
  createCampaign: {
    body: { name, purpose, agentId, templateId },
    response: { campaign: { ...campaign, file: null, rows: 0 } },
  },
  getCampaign: { response: { campaign, counts, shared: 0, account } },
  changeCampaign: {
    body: { revision: 1, name, policy: { ...policy, attempts: 2 } },
    response: { campaign: { ...campaign, policy: { ...policy, attempts: 2 }, revision: 2 } },
  },
  deleteCampaign: { response: { deleted: true } },
  setCampaignFile: {
    body: { ...file, digest: 'a'.repeat(64) },
    response: { campaign: { ...campaign, rows: 0 }, sameFile: [] },
  },
  addCampaignRows: {
    body: { file: 1, rows: [{ row: 2, cells, problem: null }] },
    response: { campaign },
  },
  listRecipients: { query: 'state=pending', response: { recipients: [recipient], hasMore: false } },
  startCampaign: { body: { revision: 1, at: null, ground: true }, response: { campaign: running } },
  pauseCampaign: { response: { campaign: paused } },
  resumeCampaign: { response: { campaign: running } },
  stopCampaign: { body: { now: false }, response: { campaign: stopped } },
  testCampaign: { body: { phoneNumber: '+12025550123', row: null }, response: { callId } },
  getCampaignProgress: {
    response: {
      progress: {
        states: [{ state: 'dialing', count: 1 }],
        ...{ results: [], waits: [], attempts: 1, nextAt: null, breaker: null, atOnce: 1 },
        slowedBy: null,
        live: [{ row: 2, name: 'Ada Weber', number: '+12025550123', callId, attempt: 1, since: startedAt }],
      },
    },
  },
  listCampaignEvents: {
    response: {
      events: [
        {
          ...{ id: 1, at: startedAt, kind: 'started', reason: '', detail: '', row: null },
          by: { displayName: 'Ines Marchetti' },
        },
      ],
      nextCursor: null,
    },
  },
  getRecipient: { params: row, response: { recipient, attempts: [] } },
  holdRecipient: { params: row, body: { until: null }, response: { recipient: held } },
  releaseRecipient: { params: row, response: { recipient } },
  skipRecipient: { params: row, response: { recipient: skipped } },
  callRecipient: { params: row, response: { recipient: dialing } },
  mendRecipient: { params: { row: '2' }, body: { file: 1, cells }, response: { recipient } },
  previewCampaign: {
    response: {
      examples: [
        {
          ...{ row: 2, number: '+12025550123', name: 'Ada Weber' },
          instructions: 'Remind Ada Weber of the appointment on Monday.',
        },
      ],
      estimate: {
        ...{ calls: 1, secondsPerCall: 60, phoneCost: { micros: 14_000, currency: 'USD' }, consented: 0 },
        startsAt: '2026-11-02T14:00:00.000Z',
        endsAt: '2026-11-02T14:01:00.000Z',
      },
    },
  },
};
