import {
  type Calling,
  type Check,
  type CheckPhoneResponse,
  type ConnectionFacts,
  type ConnectionKind,
  type ConnectionStatus,
  type Connections,
  type DisconnectResponse,
  type GoLiveFacts,
  goLiveChecks,
  type LocalModels,
  type LookedAtItem,
  lookedAtItems,
  type NumberOffer,
  type Problem,
  problemOf,
  type ShownConnection,
  type WebhookValues,
} from '@parley/contract';

export const connectionIds: Readonly<Record<ConnectionKind, string>> = {
  phone: '5a1d2c3b-6c00-4000-8000-000000000001',
  address: '5a1d2c3b-6c00-4000-8000-000000000002',
  model: '5a1d2c3b-6c00-4000-8000-000000000003',
  speech: '5a1d2c3b-6c00-4000-8000-000000000004',
  mail: '5a1d2c3b-6c00-4000-8000-000000000005',
  storage: '5a1d2c3b-6c00-4000-8000-000000000006',
};
export const accountSid = 'AC00000000000000000000000000000042';

const nothing: WebhookValues = {
  voiceUrl: '',
  voiceMethod: 'POST',
  voiceFallbackUrl: '',
  voiceFallbackMethod: 'POST',
  statusCallback: '',
  statusCallbackMethod: 'POST',
  voiceApplicationSid: '',
  trunkSid: '',
};

/** A number of the account; calls to it go to the telephone system of the practice. */
export function offerOf(n: number, more: Partial<NumberOffer> = {}): NumberOffer {
  return {
    sid: `PN${String(n).padStart(32, '0')}`,
    number: `+1500555${String(1000 + n)}`,
    voice: true,
    webhooks: { ...nothing, voiceUrl: 'https://pbx.example.com/voice' },
    points: 'elsewhere',
    claimed: 'no',
    ...more,
  };
}

export const shownPhone: Extract<ShownConnection, { kind: 'phone' }> = {
  kind: 'phone',
  account: accountSid,
  name: 'GS Dental',
  numbers: ['+15005551001', '+15005551002'],
  main: '+15005551001',
  callsAtOnce: 2,
  callsPerSecond: 1,
  countries: ['US'],
};

export const shownAddress = { kind: 'address', url: 'https://desk.example.com' } as const;

export const shownModel: ShownConnection = {
  kind: 'model',
  provider: 'openai',
  model: 'gpt-5.1',
  baseUrl: null,
  onThisMachine: false,
};

export function connectedOf(
  shown: ShownConnection,
  more: Partial<Extract<ConnectionStatus, { state: 'connected' }>> = {},
): Extract<ConnectionStatus, { state: 'connected' }> {
  return {
    state: 'connected',
    id: connectionIds[shown.kind],
    revision: 1,
    shown,
    connectedAt: '2026-10-13T09:00:00.000Z',
    connectedBy: { displayName: 'Ines Marchetti' },
    secretSetAt: shown.kind === 'address' ? null : '2026-10-13T09:00:00.000Z',
    defaultAvailable: false,
    ...more,
  };
}

export function failingOf(shown: ShownConnection, problem: Problem): ConnectionStatus {
  return {
    ...connectedOf(shown),
    state: 'failing',
    since: '2026-10-13T10:42:00.000Z',
    problem,
  };
}

/** As the server knows it for its checks. */
function factsOf(status: ConnectionStatus): ConnectionFacts {
  if (status.state === 'failing') return { shown: status.shown, problem: status.problem };
  const isThere = status.state === 'connected' || status.state === 'environment';
  return { shown: isThere ? status.shown : null, problem: null };
}

/** The connections of a fresh clone, and what people do to them. */
export class ConnectionsDesk {
  connections: Connections = {
    phone: { state: 'not-set' },
    address: { state: 'not-set' },
    model: { state: 'not-set' },
    speech: { state: 'not-set' },
    mail: { state: 'not-set' },
    storage: {
      state: 'environment',
      shown: { kind: 'storage', place: 'folder', bucket: null, prefix: null, region: null, endpoint: null },
    },
    mayChange: { phone: 'yes', address: 'yes', model: 'yes', speech: 'yes', mail: 'yes', storage: 'yes' },
    carrierOnThisMachine: false,
    localPort: 3000,
  };

  account: CheckPhoneResponse['account'] = {
    name: 'GS Dental',
    status: 'active',
    type: 'Full',
    balance: { amount: '12.34', currency: 'USD' },
  };
  offers: NumberOffer[] = [
    offerOf(1, { country: 'US' }),
    offerOf(2, { points: 'nowhere', webhooks: nothing }),
    offerOf(3, { voice: false }),
    offerOf(4, { claimed: 'elsewhere' }),
  ];
  localModels: LocalModels = { found: [], lookedAt: '2026-10-13T09:00:00.000Z' };
  /** What the next check answers with, if something is wrong. */
  problem: Problem | null = null;
  notRestored: DisconnectResponse['notRestored'] = [];

  /** Null: as the sandbox of the fake server says. */
  side: Calling['side'] | null = null;
  sideRevision = 0;
  calling: Partial<Calling> = {};
  lookedAt: GoLiveFacts['lookedAt'] = {};

  /** What the server would say about real calls, by its own function. */
  get checks(): Check[] {
    const { phone, address, model } = this.connections;
    const { shown } = factsOf(phone);
    const numbers = shown?.kind === 'phone' ? shown.numbers : [];
    return goLiveChecks({
      phone: factsOf(phone),
      numbers: numbers.map((number) => ({
        number,
        pointsHere: this.offers.find((offer) => offer.number === number)?.points === 'here',
      })),
      address: factsOf(address),
      voice: { kind: 'model', ...factsOf(model) },
      lookedAt: this.lookedAt,
      neverCalled: 3,
      people: new Map([
        ['admin', 1],
        ['operator', 1],
      ]),
    });
  }

  /** Connects everything that real calls need. */
  connectAll(): void {
    this.set('phone', connectedOf(shownPhone));
    this.set('address', connectedOf(shownAddress));
    this.set('model', connectedOf(shownModel));
  }

  /** Says that somebody has looked at everything that only a person can judge. */
  lookAtAll(): void {
    for (const item of lookedAtItems) this.look(item);
  }

  /** Connects a kind as somebody else, on another machine. */
  connectElsewhere(shown: ShownConnection): void {
    this.connections = {
      ...this.connections,
      [shown.kind]: connectedOf(shown, { connectedBy: { displayName: 'Noor Haddad' }, revision: 7 }),
    };
  }

  kindOf(id: string): ConnectionKind | null {
    const kinds = Object.keys(connectionIds) as ConnectionKind[];
    return kinds.find((kind) => connectionIds[kind] === id) ?? null;
  }

  set(kind: ConnectionKind, status: ConnectionStatus): void {
    this.connections = { ...this.connections, [kind]: status };
  }

  look(item: LookedAtItem): void {
    this.lookedAt = { ...this.lookedAt, [item]: { at: '2026-10-13T09:00:00.000Z' } };
  }
}

export const failed = (problem: Problem) => ({
  status: 422,
  body: { error: problem.sentence, code: 'connection_failed', details: problem },
});

export { problemOf };
