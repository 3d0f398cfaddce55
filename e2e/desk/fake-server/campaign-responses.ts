import type {
  addRowsBody,
  Campaign,
  CampaignFileBody,
  ChangeCampaignBody,
  CreateCampaignBody,
  ListedCampaign,
  Recipient,
  StartCampaignBody,
} from '@parley/contract';
import { fillPlaceholders } from '@parley/contract';
import { type CampaignsDesk, recipientOf } from './campaigns-desk.ts';
import { callIdOf } from './data.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

function refused(status: number, code: string, error: string): FakeResponse {
  return { status, body: { error, code } };
}

const notFound = refused(404, 'campaign_not_found', 'There is no such campaign.');
const changedMeanwhile = refused(
  409,
  'campaign_changed',
  'Somebody else has changed the campaign. Load it again.',
);

/** The responses of the routes of making campaigns; null for others. */
export function campaignResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const desk = fakeServer.campaignsDesk;
  if (request.route === 'GET /api/campaigns')
    return { body: { campaigns: desk.campaigns.map((campaign) => listed(desk, campaign)) } };
  if (request.route === 'POST /api/campaigns') return create(fakeServer, request.body as CreateCampaignBody);
  const [, method, rest] = /^(\w+) \/api\/campaigns\/:id(.*)$/.exec(request.route) ?? [];
  if (method === undefined) return null;
  const campaign = desk.find(request.id);
  if (campaign === undefined) return notFound;
  const body = request.route === 'PUT /api/campaigns/:id' ? (request.body as ChangeCampaignBody) : null;
  if (body?.basics !== undefined) return rechosen(fakeServer, campaign, body);
  return ofCampaign(desk, campaign, `${method} ${rest}`, request);
}

function listed(desk: CampaignsDesk, campaign: Campaign): ListedCampaign {
  const { id, name, purpose, agentId, state, startAt, pause, file, rows } = campaign;
  return {
    ...{ id, name, purpose, agentId, state, startAt, rows, fileName: file?.fileName ?? null },
    pauseReason: pause?.reason ?? null,
    progress: state === 'draft' || state === 'scheduled' ? null : desk.progress,
    ...{ createdBy: campaign.createdBy, createdAt: campaign.createdAt, changedAt: campaign.changedAt },
  };
}

function create({ campaignsDesk, templates }: FakeServer, body: CreateCampaignBody): FakeResponse {
  const template = (templates[body.agentId] ?? []).find(({ _id }) => _id === body.templateId);
  if (template === undefined) return refused(404, 'template_not_found', 'The agent has no such template.');
  const { prompt, placeholders: defaults } = template;
  return { body: { campaign: campaignsDesk.add({ ...body, prompt, defaults }) } };
}

interface CorrectedRow {
  file?: number;
  cells: string[];
  timeZone?: string | null;
}

function rechosen(
  { campaignsDesk, templates }: FakeServer,
  campaign: Campaign,
  { revision, name, policy, basics }: ChangeCampaignBody,
): FakeResponse {
  if (revision !== campaign.revision) return changedMeanwhile;
  const template = (templates[basics?.agentId ?? ''] ?? []).find(({ _id }) => _id === basics?.templateId);
  if (template === undefined) return refused(404, 'template_not_found', 'The agent has no such template.');
  const { prompt, placeholders: defaults } = template;
  campaignsDesk.rows.set(campaign.id, []);
  const changed = { ...campaign, name, policy, ...basics, prompt, defaults, file: null, rows: 0 };
  return { body: { campaign: campaignsDesk.put({ ...changed, revision: revision + 1 }) } };
}

function ofCampaign(
  desk: CampaignsDesk,
  campaign: Campaign,
  route: string,
  request: ReceivedRequest,
): FakeResponse | null {
  const { id, revision } = campaign;
  const rows = desk.rows.get(id) ?? [];
  switch (route) {
    case 'GET ':
      return {
        body: {
          campaign,
          counts: desk.counts(id),
          shared: withShared(rows).filter(({ shared }) => shared).length,
        },
      };
    case 'PUT ': {
      const body = request.body as ChangeCampaignBody;
      if (body.revision !== revision) return changedMeanwhile;
      const { name, policy } = body;
      return { body: { campaign: desk.put({ ...campaign, name, policy, revision: revision + 1 }) } };
    }
    case 'DELETE ':
      desk.remove(id);
      return { body: { deleted: true } };
    case 'PUT /file': {
      const { digest: _, ...file } = request.body as CampaignFileBody;
      desk.rows.set(id, []);
      const described = { ...file, file: (campaign.file?.file ?? 0) + 1 };
      const next = desk.put({ ...campaign, file: described, rows: 0, revision: revision + 1 });
      return { body: { campaign: next, sameFile: desk.sameFile } };
    }
    case 'POST /rows': {
      const sent = (request.body as SentRows).rows;
      desk.rows.set(id, [...rows, ...sent.map(({ row, cells }) => checked(campaign, row, cells))]);
      return { body: { campaign: desk.put({ ...campaign, rows: rows.length + sent.length }) } };
    }
    case 'GET /recipients':
      return { body: page(rows, new URL(request.url, 'http://fake-server').searchParams) };
    case 'PUT /recipients/:version': {
      const row = Number(request.url.split('/').at(-1));
      const { file, cells, timeZone } = request.body as CorrectedRow;
      if (file !== campaign.file?.file)
        return { status: 409, body: { error: 'The campaign has another file.', code: 'campaign_changed' } };
      const hand = timeZone ? { zones: [timeZone], zoneSource: 'hand' as const } : {};
      const corrected: Recipient = { ...checked(campaign, row, cells), ...hand };
      desk.rows.set(
        id,
        rows.map((each) => (each.row === row ? corrected : each)),
      );
      return { body: { recipient: corrected } };
    }
    case 'GET /preview':
      return { body: preview(campaign, rows) };
    case 'POST /start': {
      const { revision: seen, at, ground } = request.body as StartCampaignBody;
      if (seen !== revision) return changedMeanwhile;
      const startedAt = at === null ? '2026-10-13T10:00:00.000Z' : null;
      const state = at === null ? 'running' : 'scheduled';
      const run = { state, ground, startedAt, startAt: at, side: 'sandbox', agentVersion: 1 } as const;
      return { body: { campaign: desk.put({ ...campaign, ...run }) } };
    }
    case 'POST /test-call':
      return { body: { callId: callIdOf(2) } };
    default:
      return null;
  }
}

type SentRows = (typeof addRowsBody)['_zod']['output'];

/** A few of the checks of the server. */
function checked(campaign: Campaign, row: number, cells: readonly string[]): Recipient {
  const { columns, placeholders } = campaign.file ?? { columns: null, placeholders: {} };
  const cell = (index: number | null | undefined) => (index == null ? '' : (cells[index] ?? '').trim());
  const number = cell(columns?.number);
  const base = recipientOf(row, { cells: [...cells], name: cell(columns?.name), number: null });
  const fixing = (reason: Recipient['reason'], detail: string): Recipient => ({
    ...base,
    ...{ state: 'to_fix', reason, detail, zones: [], zoneSource: null },
  });
  if (number === '') return fixing('no_number', '');
  if (!/^\+\d{7,15}$/.test(number)) return fixing('not_a_number', number);
  const missing = Object.entries(placeholders).find(([, index]) => index !== null && cell(index) === '');
  if (missing !== undefined) return fixing('missing_value', missing[0]);
  if (number === '+12025550911')
    return { ...base, number, state: 'refused', reason: 'do_not_call', zones: [], zoneSource: null };
  return { ...base, number };
}

function withShared(rows: readonly Recipient[]): Recipient[] {
  const called = rows.filter(({ state }) => state === 'pending').map(({ number }) => number);
  return rows.map((row) => {
    const shared = row.state === 'pending' && called.filter((number) => number === row.number).length > 1;
    return shared ? { ...row, shared } : row;
  });
}

function page(rows: readonly Recipient[], query: URLSearchParams) {
  const after = Number(query.get('after') ?? 0);
  const limit = Number(query.get('limit') ?? 40);
  const found = withShared(rows).filter(
    ({ row, state, reason, shared }) =>
      row > after &&
      (query.get('state') === null || state === query.get('state')) &&
      (query.get('reason') === null || reason === query.get('reason')) &&
      (query.get('shared') === null || shared),
  );
  return { recipients: found.slice(0, limit), hasMore: found.length > limit };
}

function preview({ prompt, defaults, file }: Campaign, rows: readonly Recipient[]) {
  const good = rows.filter(({ state }) => state === 'pending');
  return {
    examples: good.slice(0, 3).map(({ row, number, name, cells }) => {
      const own = Object.entries(file?.placeholders ?? {}).map(([placeholder, index]) => [
        placeholder,
        index === null ? defaults[placeholder] : (cells[index] ?? ''),
      ]);
      return { row, number, name, instructions: fillPlaceholders(prompt, Object.fromEntries(own)) };
    }),
    estimate: {
      ...{ calls: good.length, secondsPerCall: 75, phoneCost: { micros: 4_260_000, currency: 'USD' } },
      startsAt: '2026-10-13T14:00:00.000Z',
      endsAt: '2026-10-13T17:10:00.000Z',
      consented: good.filter(({ consent }) => consent.some(({ given }) => given)).length,
    },
  };
}
