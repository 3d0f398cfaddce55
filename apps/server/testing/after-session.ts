import { emptyAgentConfig } from '@parley/contract';
import { createAnnounce } from '../src/features/calls/answer-script.ts';
import { Background } from '../src/features/calls/background.ts';
import { callTimes } from '../src/features/calls/call-times.ts';
import { type AfterSessionDeps, createAfterSession } from '../src/features/calls/voice/after-session.ts';
import type { AgentProfile } from '../src/ports/agent-store.ts';
import type { CallRecord } from '../src/ports/call.ts';
import type { CallScript } from '../src/ports/call-script.ts';
import type { BegunSession } from '../src/ports/stream-tokens.ts';
import { ManualClock } from './manual-clock.ts';

export const call = {
  id: 'c',
  tenantId: 't',
  status: 'in-progress',
  reason: null,
  endRequestedAt: null,
  answeredBy: null,
  voicemailMessageAt: null,
  connectionId: null,
  voiceSource: null,
  callbackUrl: null,
} as CallRecord;

export interface Situation {
  readonly sessions: readonly BegunSession[];
  /** A server holds the session, and finishes it after so many queries; null: it never does. */
  readonly finishesAfter?: number | null;
  /** The session is on this server: whether it has seen the loss. */
  readonly here?: 'talking' | 'ending';
  /** When the entries of the transcript were spoken. */
  readonly spoken?: readonly Date[];
  /** The call's history has the refusal. */
  readonly isKept?: boolean;
  /** The last words of the other party. */
  readonly said?: string;
  /** The list cannot be written: so often, or the write does not come back. */
  readonly listFails?: number | 'blocked';
  /** False: an earlier release began it. */
  readonly listed?: boolean;
  readonly now?: Partial<CallRecord>;
}

export const began = new Date(0);
export const open = (session: number): BegunSession => ({
  ...{ session, askedAt: began, beganAt: began, endedAt: null, lost: false, organization: null },
});
export const lost = (session: number): BegunSession => ({ ...open(session), endedAt: began, lost: true });
export const ended = (session: number): BegunSession => ({ ...open(session), endedAt: began });

export function afterSession(situation: Situation, language: string | null = 'en-US') {
  const { sessions, finishesAfter, spoken = [began], said, now = {}, listed = true } = situation;
  const clock = new ManualClock();
  const noted: unknown[] = [];
  const finished: unknown[] = [];
  const connected: number[] = [];
  const refused: unknown[] = [];
  let listFailures = typeof situation.listFails === 'number' ? situation.listFails : 0;
  let known = sessions;
  let queries = 0;
  const deps = {
    tokens: {
      sessions: async () => {
        queries += 1;
        if (finishesAfter != null && queries > finishesAfter + 1)
          known = [...sessions.slice(0, -1), lost(sessions.at(-1)?.session ?? 1)];
        return known;
      },
      finish: async (key: { session: number }, _at: Date, how: string) =>
        void finished.push([key.session, how]),
    },
    directory: {
      find: async () => (finishesAfter === undefined ? null : {}),
      isListed: async () => listed,
    },
    leases: {
      sessionOf: () => (situation.here == null ? null : { accepts: () => situation.here === 'talking' }),
    },
    transcripts: {
      read: async () => [
        ...spoken.map((spokenAt) => ({ speaker: 'agent', message: 'Hello.', spokenAt })),
        ...(said === undefined ? [] : [{ speaker: 'user', message: said, spokenAt: began }]),
      ],
      addNote: async () => {},
    },
    life: { apply: async (_call: unknown, event: { reason: unknown }) => void noted.push(event.reason) },
    store: {
      find: async () => ({ ...call, ...now }),
      hasEvent: async () => situation.isKept === true || refused.length > 0,
      change: async () => {},
    },
    doNotCall: {
      add: async (_tenantId: string, { number }: { number: string }) => {
        if (situation.listFails === 'blocked') await new Promise(() => {});
        if (listFailures-- > 0) throw new Error('The list cannot be written.');
        refused.push(number);
      },
    },
    agents: { forCall: async () => ({ config: emptyAgentConfig('Dental') }) },
    connect: async (_call: unknown, session: number): Promise<CallScript> => {
      connected.push(session);
      return { kind: 'stream', callId: 'c', session, token: 'x' };
    },
    announce: createAnnounce(
      { forCall: async () => (language === null ? null : ({ language } as AgentProfile)) },
      { debug() {}, info() {}, warn() {}, error() {} },
    ),
    voiceProviders: { speed: 1 },
    rules: { maxSeconds: 1_000_000_000_000 },
    times: callTimes,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: {
      ...clock,
      now: () => clock.now(),
      after: (ms: number, act: () => void) => later(clock, ms, act),
    },
  } as unknown as AfterSessionDeps;
  const background = new Background(deps.clock, deps.log);
  const after = createAfterSession({ ...deps, background });
  const started = { ...call, ...now };
  const latest = sessions.at(-1)?.session ?? 1;
  return {
    ...{ noted, finished, connected, refused, clock, after, started },
    relay: (session: number | null = latest) =>
      after.relay(started, { how: 'failed', next: null, transferTo: null }, session),
    stream: (session: number | null = latest) => after.stream(started, session),
  };
}

/** What the carrier asks after a session: of a relay socket, and of a media stream. */
export const kinds = ['relay', 'stream'] as const;

/** Time passes while somebody waits. */
function later(clock: ManualClock, ms: number, act: () => void): () => void {
  const cancel = clock.after(ms, act);
  setImmediate(() => clock.advance(ms));
  return cancel;
}
