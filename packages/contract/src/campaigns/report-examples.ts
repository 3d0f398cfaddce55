import type { RouteExample } from '../route-example.ts';
import { campaignExamples } from './examples.ts';
import type { Recipient } from './recipient.ts';
import type { CampaignReport } from './report.ts';
import type { campaignReportRoutes } from './report-routes.ts';

const report: CampaignReport = {
  ...{ rows: 1, called: 1, reached: 1, calls: 2, answered: 1, machines: 0, hungUp: 0, optOuts: 0 },
  abandonment: { liveAnswers: 1, abandoned: 0 },
  numbers: [
    {
      ...{ number: '+12025550140', calls: 2, answered: 1, unwanted: 0 },
      attested: { A: 2, B: 0, C: 0 },
    },
  ],
  results: [
    { result: 'no_answer', count: 1 },
    { result: 'reached', count: 1 },
  ],
  suppressed: [],
  seconds: 42,
  hours: [{ hour: 9, calls: 2, answered: 1 }],
  zones: [{ zone: 'America/New_York', calls: 2, answered: 1, reached: 1 }],
  fields: [
    { ...{ id: 'confirmed', label: 'Confirmed', calls: 1, known: 1 }, values: [{ value: 'Yes', count: 1 }] },
  ],
  costs: [{ currency: 'USD', micros: 28_000, estimate: false }],
};

const { recipient } = campaignExamples.holdRecipient.response as { recipient: Recipient };
const call = {
  ...{ attempt: 1, callId: '019a8b5e-6c00-7000-8000-000000000071', result: 'reached', detail: '' },
  ...{ startedAt: '2026-11-02T14:00:00.000Z', endedAt: '2026-11-02T14:01:00.000Z' },
  outcome: [{ id: 'confirmed', label: 'Confirmed', value: true }],
};

/** Of the routes of `report-routes.ts`. */
export const campaignReportExamples: Readonly<Record<keyof typeof campaignReportRoutes, RouteExample>> = {
  getCampaignReport: { response: { report } },
  exportCampaignResults: {
    response: {
      results: [{ ...recipient, state: 'done', waits: null, attempts: 1, result: 'reached', calls: [call] }],
      hasMore: false,
    },
  },
  createResultsFile: {
    body: { kind: 'people' },
    response: {
      export: {
        ...{ id: '019a8b5e-6c00-7000-8000-000000000081', state: 'waiting', problem: null, format: 'csv' },
        ...{ rows: 0, total: 1, createdAt: '2026-11-02T15:00:00.000Z', finishedAt: null },
      },
      link: '/api/downloads/mJ0c1N4x',
    },
  },
  repeatCampaign: { response: campaignExamples.createCampaign.response },
};
