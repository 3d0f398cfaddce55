import { emptyAgentConfig, notTransferredNote } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { Carrier } from '../../../ports/carrier.ts';
import type { HandOver, HandOvers } from '../../../ports/hand-overs.ts';
import type { BegunSession } from '../../../ports/stream-tokens.ts';
import { reservedPlaces } from '../../../voice/stored-history.ts';
import { announcement, createAnnounce } from '../answer-script.ts';
import { createHandOverScript } from './hand-over-script.ts';
import { createHandOvers, type HandOverDeps } from './hand-overs.ts';

const call = {
  ...{ id: 'c', tenantId: 't', status: 'in-progress', endRequestedAt: null, reason: 'transferred' },
  ...{ carrier: 'carrier', carrierAccount: 'AC1', carrierSid: 'CA1', session: 1 },
  ...{ direction: 'inbound', from: '+15005550010', to: '+15005550006' },
} as CallRecord;
const carrier = { name: 'carrier', account: 'AC1', connectionId: null } as Carrier;
const config = emptyAgentConfig('Dental');
const log = { debug() {}, info() {}, warn() {}, error() {} };

interface Situation {
  readonly kind?: HandOver['kind'];
  readonly now?: Partial<CallRecord>;
  readonly sessions?: readonly Partial<BegunSession>[];
  readonly stored?: boolean;
}

/** Hand-overs as the database keeps them. */
function keptHandOvers(kind: HandOver['kind'], stored: boolean) {
  let row = stored
    ? {
        kind,
        target: 'Desk',
        number: '+15005551009',
        briefing: 'A call from Ann.',
        state: 'ringing' as string,
      }
    : null;
  let accepted = false;
  let over = false;
  const port: HandOvers = {
    begin: async (_key, handOver) => ({ ...handOver, state: 'ringing' }),
    find: async () => row as HandOver | null,
    answered: async () => {
      if (!row || over) return null;
      row = { ...row, state: 'briefing' };
      return row as HandOver;
    },
    accept: async () => {
      if (!row || over) return false;
      accepted = true;
      row = { ...row, state: 'accepted' };
      return true;
    },
    finish: async (_key, { joined }) => {
      if (!row) return null;
      if (!over) row = { ...row, state: joined && (kind === 'cold' || accepted) ? 'bridged' : 'failed' };
      over = true;
      return row as HandOver;
    },
  };
  return port;
}

function harness({ kind = 'warm', now = {}, sessions = [{}], stored = true }: Situation = {}) {
  const clock = new ManualClock();
  const seen = {
    ...{ notes: [] as string[], events: [] as unknown[], connected: [] as number[] },
    ...{ followUps: [] as string[], finished: [] as number[] },
  };
  const agents = { forCall: async () => ({ config, language: 'en-US' }) as AgentProfile };
  const deps = {
    store: { find: async () => ({ ...call, ...now }) },
    agents,
    life: { apply: async (_: unknown, event: object) => void seen.events.push(event) },
    handOvers: keptHandOvers(kind, stored),
    transcripts: {
      addNote: async (_call: unknown, note: string, _at: unknown, places = 0) => {
        // The session that handed over may still be storing its last entries.
        expect(places).toBe(reservedPlaces);
        seen.notes.push(note);
      },
    },
    tokens: {
      sessions: async () =>
        sessions.map((one, n) => ({
          ...{ session: n + 1, beganAt: clock.now(), endedAt: clock.now(), lost: false, organization: null },
          ...one,
        })),
      finish: async ({ session }: { session: number }) => void seen.finished.push(session),
    },
    connect: async (_: unknown, session: number): Promise<CallScript> => {
      seen.connected.push(session);
      return { kind: 'stream', callId: 'c', session, token: 'x' };
    },
    announce: createAnnounce(agents as never, log),
    voiceProviders: { speed: 1 },
    rules: { maxSeconds: 1_200 },
    transferFailed: async ({ id }: CallRecord) => void seen.followUps.push(id),
    ...{ clock, log },
  } as unknown as HandOverDeps;
  const it = createHandOvers(deps);
  const leg = { callId: 'c', session: 1, sid: 'CA1' };
  return {
    ...seen,
    brief: (more: object = {}) => it.brief(carrier, { kind: 'hand-over-answered', ...leg, ...more }),
    press: (key: string | null, more: object = {}) =>
      it.take(carrier, { kind: 'hand-over-key', ...leg, key, ...more }),
    end: (joined: boolean, result: string, status = 'in-progress', session = 1) =>
      it.ended(
        { ...call, ...now },
        {
          ...{ session, joined, result },
          update: { sid: 'CA1', status } as never,
        },
      ),
    comeBack: () => it.comeBack({ ...call, ...now }, 1),
  };
}

const hangUp = { kind: 'hang-up' };

describe('CL31: the colleague hears who it is and why, and takes the call', () => {
  test('the briefing is said, and key 1 joins them', async () => {
    const it = harness();
    expect(await it.brief()).toEqual({
      ...{ kind: 'brief', callId: 'c', session: 1, text: 'A call from Ann.', language: 'en-US' },
    });
    expect(await it.press('1')).toEqual({ kind: 'join' });
    expect(await it.end(true, 'completed')).toEqual(hangUp);
    expect([it.notes, it.connected, it.followUps]).toEqual([[], [], []]);
  });

  test.each(['2', '#', '', null, '11'])('key %s does not', async (key) => {
    expect(await harness().press(key)).toEqual(hangUp);
  });

  test.each([
    ['another call', { callId: null }],
    ['no session', { session: null }],
    ['a leg of another call', { sid: 'CA2' }],
  ])('a request about %s is hung up on', async (_, more) => {
    const it = harness();
    expect(await it.brief(more)).toEqual(hangUp);
    expect(await it.press('1', more)).toEqual(hangUp);
    await it.brief();
    expect(await it.end(true, 'completed')).toMatchObject({ kind: 'stream' });
  });

  test('CL24: a call of another account is none of the carrier', async () => {
    const it = harness({ now: { carrierAccount: 'AC2' } });
    expect(await it.brief()).toEqual(hangUp);
    expect(await it.press('1')).toEqual(hangUp);
  });

  test('a colleague who is called cold is briefed about nothing', async () => {
    expect(await harness({ kind: 'cold' }).brief()).toEqual(hangUp);
  });

  test('the caller is gone: the colleague is told, and takes nothing', async () => {
    const it = harness({ now: { status: 'completed' } });
    const gone = { kind: 'say', text: 'The caller has hung up. Goodbye.', language: 'en-US' };
    expect(await it.brief()).toEqual(gone);
    expect(await it.press('1')).toEqual(gone);
  });
});

describe('CL32: connected are those who were joined and of whom the key is stored', () => {
  test.each([
    ['warm', true, true, true],
    ['warm', true, false, false],
    ['warm', false, true, false],
    ['warm', false, false, false],
    ['cold', false, true, true],
    ['cold', false, false, false],
  ] as const)('%s, key %s, joined %s: %s', async (kind, key, joined, connected) => {
    const it = harness({ kind });
    if (key) await it.press('1');
    const script = await it.end(joined, 'completed');
    expect(script.kind).toBe(connected ? 'hang-up' : 'stream');
  });

  test('a key that comes after the end counts no more', async () => {
    const it = harness();
    await it.end(false, 'no-answer');
    expect(await it.press('1')).toEqual(hangUp);
  });

  test('what could not be stored was put through: the carrier decides', async () => {
    expect(await harness({ stored: false }).end(true, 'completed')).toEqual(hangUp);
    expect(await harness({ stored: false }).end(false, 'busy')).toMatchObject({ kind: 'stream' });
  });
});

describe('CL33: otherwise the agent comes back', () => {
  test('in the next session of the call, with a note, and the reason is void', async () => {
    const it = harness();
    expect(await it.end(false, 'no-answer')).toMatchObject({ kind: 'stream', session: 2 });
    expect(it.notes).toEqual([notTransferredNote]);
    expect(it.events).toMatchObject([{ type: 'transfer_failed', session: 1 }]);
    expect(it.followUps).toEqual([]);
    expect(it.finished).toEqual([]);
  });

  test('reported twice, the next session is offered again, and not once it has begun', async () => {
    const it = harness();
    await it.end(false, 'busy');
    expect(await it.end(false, 'busy')).toMatchObject({ kind: 'stream', session: 2 });
    const later = harness({ sessions: [{}, {}] });
    expect(await later.end(false, 'busy')).toEqual(hangUp);
    expect(later.notes).toEqual([]);
  });

  test('a session whose server died after it had handed over is closed first', async () => {
    const it = harness({ sessions: [{ endedAt: null }] });
    expect(await it.end(false, 'busy')).toMatchObject({ kind: 'stream', session: 2 });
    expect(it.finished).toEqual([1]);
  });

  test('where nobody can be called at all', async () => {
    expect(await harness().comeBack()).toMatchObject({ kind: 'stream', session: 2 });
  });

  test('an announcement instead after too many sessions, or when the time of the call is over', async () => {
    const often = harness({ sessions: [{}, {}, {}, {}] });
    expect(await often.end(false, 'busy', 'in-progress', 4)).toEqual(announcement.notConnected);
    const late = harness({ sessions: [{ beganAt: new Date(0) }] });
    expect(await late.end(false, 'busy')).toEqual(announcement.notConnected);
  });
});

describe('CL34: the caller hangs up', () => {
  test.each([
    ['while it rings', false, false, 'canceled'],
    ['during the briefing', false, false, 'completed'],
    ['when the key was pressed and nobody was joined yet', true, false, 'completed'],
  ])('%s: nothing goes on, and somebody is to call back', async (_, key, joined, result) => {
    const it = harness();
    if (key) await it.press('1');
    expect(await it.end(joined, result, 'completed')).toEqual(hangUp);
    expect([it.notes, it.connected, it.followUps]).toEqual([[notTransferredNote], [], ['c']]);
  });

  test('after they were joined: nothing is left to do', async () => {
    const it = harness();
    await it.press('1');
    expect(await it.end(true, 'completed', 'completed')).toEqual(hangUp);
    expect([it.notes, it.followUps]).toEqual([[], []]);
  });

  test('somebody at the desk ended the call meanwhile', async () => {
    const it = harness({ now: { endRequestedAt: new Date() } });
    expect(await it.end(false, 'canceled')).toEqual(hangUp);
    expect(it.followUps).toEqual(['c']);
  });
});

describe('CL31: who is called, and what they hear', () => {
  const target = { name: 'Kim', number: '+15005551009', when: '', hours: 'always' } as const;
  const agentWith = (kind: 'cold' | 'warm') =>
    ({
      language: 'en-US',
      config: { ...config, conversation: { ...config.conversation, transfers: [{ ...target, kind }] } },
    }) as AgentProfile;
  const script = (begun: object[], name: string | null = null, fails = false) =>
    createHandOverScript({
      handOvers: {
        begin: async (_key, handOver) => {
          if (fails) throw new Error('The database is away.');
          begun.push(handOver);
          return { ...handOver, state: 'ringing' };
        },
      },
      contacts: { forCall: async () => (name === null ? null : ({ name } as never)) },
      rules: { maxSeconds: 60, forCarrier: () => ({ guardNumber: () => {} }) } as never,
      clock: new ManualClock(),
      log,
    });
  const request = { call, session: 1, to: 'Kim', reason: 'Wants to move the appointment', carrier };

  test('warm: it is stored with who and why in two sentences before anybody is called', async () => {
    const begun: object[] = [];
    const handOver = await script(begun, 'Ann Miller')({ ...request, agent: agentWith('warm') });
    expect(handOver).toMatchObject({
      kind: 'hand-over',
      number: '+15005551009',
      callerId: '+15005550006',
      briefed: true,
    });
    const said =
      'A call from Ann Miller. It is about this: Wants to move the appointment. Press 1 to take the call.';
    expect(begun).toEqual([{ kind: 'warm', target: 'Kim', number: '+15005551009', briefing: said }]);
  });

  test('somebody whom nobody knows is named by their number', async () => {
    const begun: { briefing?: string }[] = [];
    await script(begun)({ ...request, agent: agentWith('warm'), reason: '' });
    expect(begun[0]?.briefing).toBe('A call from 1 5 0 0 5 5 5 0 0 1 0. Press 1 to take the call.');
  });

  test('cold: put through also where nothing can be stored; warm: not', async () => {
    const cold = await script([], null, true)({ ...request, agent: agentWith('cold') });
    expect(cold).toMatchObject({ kind: 'hand-over', briefed: false });
    expect(await script([], null, true)({ ...request, agent: agentWith('warm') })).toBeNull();
  });
});
