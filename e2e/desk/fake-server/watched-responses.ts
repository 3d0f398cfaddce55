import type { Campaign, ChangeCampaignBody, Recipient } from '@parley/contract';
import { exportOf, resultsLink } from './export-desk.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { watchedCampaign, watchedId } from './watched-campaign.ts';

const childId = '019a8b5e-6c00-7000-a701-000000000002';

/** The responses about the campaign that was started; null for others. */
export function watchedResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const watched = fakeServer.watched;
  if (request.id !== watchedId) {
    // The page of one that was just started asks for the same.
    const [, asked] = /^GET \/api\/campaigns\/:id\/(progress|events|report)$/.exec(request.route) ?? [];
    if (asked === undefined || fakeServer.campaignsDesk.find(request.id) === undefined) return null;
    return { body: { [asked]: watched[asked as 'progress' | 'events' | 'report'], nextCursor: null } };
  }
  const { campaign, people } = watched;
  const row = Number(/recipients\/(\d+)/.exec(request.url)?.[1] ?? 0);
  switch (request.route) {
    case 'GET /api/campaigns/:id':
      return { body: { campaign, counts: [] } };
    case 'PUT /api/campaigns/:id': {
      const { revision, policy } = request.body as ChangeCampaignBody;
      return revision === campaign.revision
        ? changed(fakeServer, { policy, revision: revision + 1 })
        : { status: 409, body: { error: 'Somebody else has changed it.', code: 'campaign_changed' } };
    }
    case 'GET /api/campaigns/:id/progress':
      return { body: { progress: watched.progress } };
    case 'GET /api/campaigns/:id/events':
      return { body: { events: watched.events, nextCursor: null } };
    case 'GET /api/campaigns/:id/recipients':
      return { body: pageOf(people, new URL(request.url, 'http://fake-server').searchParams) };
    case 'GET /api/campaigns/:id/recipients/:version':
      return {
        body: { recipient: people.find((each) => each.row === row), attempts: attemptsOf(people, row) },
      };
    case 'GET /api/campaigns/:id/report':
      return { body: { report: watched.report } };
    case 'POST /api/campaigns/:id/results':
      return { body: { export: exportOf({ state: 'waiting' }), link: resultsLink } };
    case 'POST /api/campaigns/:id/pause': {
      const pause = { reason: 'person', detail: '', at: new Date().toISOString() } as const;
      return changed(fakeServer, { state: 'paused', pause });
    }
    case 'POST /api/campaigns/:id/resume':
      return changed(fakeServer, { state: 'running', pause: null });
    case 'POST /api/campaigns/:id/stop':
      return changed(fakeServer, { state: 'stopped', pause: null, endedAt: new Date().toISOString() });
    case 'POST /api/campaigns/:id/again':
      return { body: { campaign: watchedCampaign({ id: childId, state: 'draft', parentId: watchedId }) } };
    case 'POST /api/campaigns/:id/recipients/:version/hold': {
      const { until = null } = request.body as { until?: string | null };
      const waits = { reason: 'person', zone: null } as const;
      return changedRow(fakeServer, row, {
        state: until === null ? 'held' : 'pending',
        waits,
        nextAt: until,
      });
    }
    case 'POST /api/campaigns/:id/recipients/:version/release':
      return changedRow(fakeServer, row, { state: 'pending', waits: null, nextAt: null });
    case 'POST /api/campaigns/:id/recipients/:version/skip':
      return changedRow(fakeServer, row, { state: 'suppressed', waits: { reason: 'skipped', zone: null } });
    case 'POST /api/campaigns/:id/recipients/:version/call':
      return changedRow(fakeServer, row, { state: 'dialing', attempts: 1 });
    default:
      return null;
  }
}

function pageOf(people: readonly Recipient[], query: URLSearchParams) {
  const [state, result] = [query.get('state'), query.get('result')];
  const after = Number(query.get('after') ?? 0);
  const limit = Number(query.get('limit') ?? 50);
  const found = people.filter(
    (each) =>
      each.row > after &&
      (state === null || each.state === state) &&
      (result === null || each.result === result),
  );
  return { recipients: found.slice(0, limit), hasMore: found.length > limit };
}

function attemptsOf(people: readonly Recipient[], row: number) {
  const person = people.find((each) => each.row === row);
  return Array.from({ length: person?.attempts ?? 0 }, (_, at) => ({
    ...{
      attempt: at + 1,
      callId: person?.callId ?? null,
      startedAt: '2026-11-17T14:00:00.000Z',
      endedAt: null,
    },
    ...{ result: person?.result ?? null, detail: '' },
  }));
}

function changed(fakeServer: FakeServer, more: Partial<Campaign>): FakeResponse {
  fakeServer.watched.campaign = { ...fakeServer.watched.campaign, ...more };
  fakeServer.emit({ type: 'campaign.changed', campaignId: watchedId });
  return { body: { campaign: fakeServer.watched.campaign } };
}

function changedRow(fakeServer: FakeServer, row: number, more: Partial<Recipient>): FakeResponse {
  const { watched } = fakeServer;
  watched.people = watched.people.map((each) => (each.row === row ? { ...each, ...more } : each));
  fakeServer.emit({ type: 'campaign.changed', campaignId: watchedId });
  return { body: { recipient: watched.people.find((each) => each.row === row) } };
}
