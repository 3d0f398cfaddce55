import {
  addressChecks,
  type Calling,
  type ConnectionKind,
  type ConnectPhoneBody,
  type GoLiveBody,
  type GoLiveState,
  isBlocking,
  type LookedAtItem,
  type PointNumbersBody,
  type SeenConnection,
  type ShownConnection,
} from '@parley/contract';
import { type ConnectionsDesk, connectedOf, connectionIds, failed, shownPhone } from './connections-desk.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

const outdated: FakeResponse = {
  status: 409,
  body: {
    error: 'Somebody else has changed this connection since you opened it.',
    code: 'settings_changed',
  },
};

/** The responses of the routes of Settings ▸ Connections and of Go live; null for others. */
export function connectionResponse(server: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const { connectionsDesk: desk } = server;
  const [method = '', path = ''] = request.route.split(' ');
  switch (path) {
    case '/api/calling':
      return { body: { calling: callingOf(server) } };
    case '/api/go-live':
      return method === 'GET'
        ? { body: { goLive: goLiveStateOf(server) } }
        : goLive(server, request.body as GoLiveBody);
    case '/api/go-live/looked-at':
      desk.look((request.body as { item: LookedAtItem }).item);
      return { body: { goLive: goLiveStateOf(server) } };
    case '/api/back-to-sandbox':
      return setSide(server, 'sandbox', (request.body as { revision: number }).revision);
    case '/api/connections':
      return { body: { connections: desk.connections } };
    case '/api/connections/local-models':
      return { body: desk.localModels };
    case '/api/connections/phone/:id/numbers':
      return { body: { numbers: desk.offers } };
    case '/api/connections/phone/:id/point':
      return point(desk, request.body as PointNumbersBody);
    case '/api/connections/:id/models':
      return { body: { models: modelNames, problem: null } };
    case '/api/connections/phone/:id':
    case '/api/connections/:id/model':
    case '/api/connections/:id/secret':
    case '/api/connections/:id/test':
    case '/api/connections/:id/disconnect':
    case '/api/connections/:id/use-default':
      return ofOne(desk, request);
    default:
      return path.startsWith('/api/connections/') ? ofKind(desk, path, request.body) : null;
  }
}

const modelNames = ['gpt-5.1', 'gpt-5.1-mini'];
const testTurn = { firstWordMs: 412, tools: true, structured: true, problem: null };

function ofKind(desk: ConnectionsDesk, path: string, body: unknown): FakeResponse | null {
  const [, , , kind = '', act] = path.split('/');
  if (kind === 'default') return tested(desk, act as ConnectionKind);
  if (!(kind in connectionIds)) return null;
  const { problem } = desk;
  if (act === 'check' || act === 'models') return { body: checkOf(desk, kind as ConnectionKind, act, body) };
  if (problem !== null) return failed(problem);
  const { replaces } = body as { replaces: SeenConnection | null };
  const status = desk.connections[kind as ConnectionKind];
  const current = 'revision' in status && status.state !== 'disconnected' ? status.revision : null;
  if ((replaces?.revision ?? null) !== current) return outdated;
  const shown = shownOf(desk, kind as ConnectionKind, body);
  desk.set(kind as ConnectionKind, connectedOf(shown, { revision: (current ?? 0) + 1 }));
  return { body: { connections: desk.connections } };
}

function tested({ problem, connections }: ConnectionsDesk, kind: ConnectionKind): FakeResponse {
  const model = kind === 'model' && problem === null ? { model: testTurn } : {};
  return { body: { problem, connections, ...model } };
}

function checkOf(desk: ConnectionsDesk, kind: ConnectionKind, act: string, body: unknown): unknown {
  const { problem, account, offers } = desk;
  const works = problem === null;
  if (act === 'models') return { models: works ? modelNames : [], problem };
  switch (kind) {
    case 'phone':
      return {
        account: problem?.code === 'wrong_token' ? null : account,
        numbers: works ? offers : [],
        problem,
      };
    case 'model':
      return works ? testTurn : { firstWordMs: null, tools: null, structured: null, problem };
    case 'speech':
      return { readyMs: works ? 640 : null, problem };
    case 'mail':
      return { sentTo: works ? 'ines@example.com' : null, problem };
    case 'address':
      return { checks: addressChecks((body as { url: string }).url, problem) };
    default:
      return { problem };
  }
}

function shownOf(desk: ConnectionsDesk, kind: ConnectionKind, body: unknown): ShownConnection {
  const typed = body as Record<string, string & number>;
  switch (kind) {
    case 'phone': {
      const { numbers, main, callsAtOnce, callsPerSecond, countries } = body as ConnectPhoneBody;
      desk.offers = desk.offers.map((offer) =>
        numbers.includes(offer.sid) ? { ...offer, claimed: 'here' } : offer,
      );
      const numberOf = (sid: string) => desk.offers.find((offer) => offer.sid === sid)?.number ?? '';
      const limits = { callsAtOnce, callsPerSecond, countries };
      return { ...shownPhone, numbers: numbers.map(numberOf), main: numberOf(main), ...limits };
    }
    case 'address':
      return { kind, url: typed.url ?? '' };
    case 'model':
      return {
        kind,
        provider: typed.provider ?? '',
        model: typed.model ?? '',
        baseUrl: typed.baseUrl ?? null,
        onThisMachine: String(typed.baseUrl).includes('127.0.0.1'),
      };
    case 'speech':
      return { kind, url: typed.url ?? 'wss://api.openai.com/v1/realtime', model: typed.model ?? '' };
    case 'mail':
      return { kind, host: typed.host ?? '', port: typed.port ?? 587, user: null, from: typed.from ?? '' };
    case 'storage': {
      const { bucket = null, prefix = null, region = null, endpoint = null } = typed;
      return { kind, place: typed.place ?? 's3', bucket, prefix, region, endpoint } as ShownConnection;
    }
  }
}

function ofOne(desk: ConnectionsDesk, { route, id, body }: ReceivedRequest): FakeResponse {
  const kind = desk.kindOf(id);
  const status = kind === null ? null : desk.connections[kind];
  if (kind === null || status === null || !('id' in status))
    return { status: 404, body: { error: 'There is no such connection.', code: 'connection_not_found' } };
  if (route.endsWith('/test')) return tested(desk, kind);
  const { revision } = body as { revision: number };
  if (revision !== status.revision) return outdated;
  if (desk.problem !== null) return failed(desk.problem);
  if (route.endsWith('/disconnect')) {
    const { shown } = status;
    const defaultAvailable = status.defaultAvailable;
    desk.set(kind, {
      state: 'disconnected',
      id,
      revision: revision + 1,
      shown,
      callsUp: 3,
      defaultAvailable,
    });
    const answer = { connections: desk.connections, restored: [], notRestored: desk.notRestored };
    return { body: answer };
  }
  if (route.endsWith('/model')) {
    const { model } = body as { model: string };
    desk.set(kind, connectedOf({ ...status.shown, model } as ShownConnection, { revision: revision + 1 }));
  } else if (route.endsWith('/use-default')) desk.set(kind, { state: 'environment', shown: status.shown });
  else desk.set(kind, connectedOf(status.shown, { revision: revision + 1 }));
  return { body: { connections: desk.connections } };
}

function point(desk: ConnectionsDesk, { numbers }: PointNumbersBody): FakeResponse {
  const { problem } = desk;
  const sids = numbers.map(({ sid }) => sid);
  if (problem === null)
    desk.offers = desk.offers.map((offer) =>
      sids.includes(offer.sid) ? { ...offer, points: 'here' as const } : offer,
    );
  const results = desk.offers
    .filter(({ sid }) => sids.includes(sid))
    .map(({ sid, number }) => ({ sid, number, pointing: problem === null ? 'here' : null, problem }));
  return { body: { results } };
}

function callingOf({
  sandbox,
  country,
  connectionsDesk: { side, sideRevision, calling },
}: FakeServer): Calling {
  return {
    side: side ?? (sandbox === null ? 'real' : 'sandbox'),
    refused: null,
    sandbox,
    speaker: 'model',
    speakerName: 'gpt-5.1',
    note: null,
    country,
    firstSteps: { placed: false, handset: false, live: false },
    revision: sideRevision,
    ...calling,
  };
}

function goLiveStateOf(server: FakeServer): GoLiveState {
  const { checks } = server.connectionsDesk;
  const { side, revision } = callingOf(server);
  const organizationName = server.organization.settings.name;
  const real = side === 'real';
  return {
    checks: real ? checks.map((check) => ({ ...check, blocks: false })) : checks,
    side,
    revision,
    organizationName,
  };
}

function goLive(server: FakeServer, { confirmation, revision }: GoLiveBody): FakeResponse {
  const details = goLiveStateOf(server);
  const [first] = details.checks.filter(isBlocking);
  if (first)
    return {
      status: 409,
      body: { error: `Not ready yet: ${first.message}`, code: 'not_ready', details },
    };
  if (confirmation.trim() !== details.organizationName)
    return { status: 400, body: { error: 'That is not the name.', code: 'confirmation_wrong' } };
  return setSide(server, 'real', revision);
}

function setSide(server: FakeServer, side: Calling['side'], revision: number): FakeResponse {
  const { connectionsDesk: desk } = server;
  if (revision !== desk.sideRevision) return outdated;
  desk.side = side;
  desk.sideRevision += 1;
  return { body: { calling: callingOf(server) } };
}
