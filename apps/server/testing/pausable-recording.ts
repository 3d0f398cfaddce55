import { vi } from 'vitest';
import { createPauses } from '../src/features/recordings/pauses.ts';
import {
  notPaused,
  phaseOf,
  takeCommand,
  withAnswer,
  withPauseRequest,
} from '../src/lib/recordings/pause-state.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { CarrierRecordings, PauseOutcome } from '../src/ports/carrier-recordings.ts';
import type { PausableRecording, PauseStore } from '../src/ports/recordings.ts';
import { ManualClock } from './manual-clock.ts';

export const key = { tenantId: 'one', callId: 'c1' };
export const caller = { tenantId: 'one', userId: 'u1', displayName: 'Ines' } as Caller;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const ofCarrier = { carrier: 'lab', carrierAccount: 'AC1', carrierSid: 'CA1' };

/** One recording and its carrier, in memory. `another`: another server with both. */
export function openRecording(
  given: Partial<PausableRecording> = {},
  outcome: PauseOutcome['kind'] = 'done',
) {
  const clock = new ManualClock();
  const row = { state: notPaused, requests: 0 };
  const phase = () => phaseOf(row.state, clock.time());
  const pauses: PauseStore = {
    find: async () => ({ ...ofCarrier, running: true, canPause: true, ...given }),
    requestByPerson: async (_caller, _callId, byPerson, of = row.requests) => {
      if (of !== row.requests) return row.requests;
      row.state = withPauseRequest(row.state, { byPerson }, clock.time());
      row.requests += byPerson ? 1 : 0;
      return row.requests;
    },
    requestByTool: async (_key, seconds) => {
      const until =
        seconds === null ? null : Math.max(row.state.byToolUntil ?? 0, clock.time() + seconds * 1000);
      row.state = withPauseRequest(row.state, { byToolUntil: until }, clock.time());
    },
    nextCommand: async () => {
      const [state, next] = takeCommand(row.state, clock.time(), 25_000);
      row.state = state;
      return next.kind === 'command' ? next : next.kind;
    },
    answered: async (_key, given, answer) => {
      const [state, effect] = withAnswer(row.state, { kind: 'command', ...given }, answer, clock.time());
      row.state = state;
      return effect;
    },
    unsettled: async () => {
      const [, { kind }] = takeCommand(row.state, clock.time(), 25_000);
      return kind === 'command' ? [{ ...key, ...ofCarrier }] : [];
    },
  };
  const answer = { kind: outcome, detail: 'busy' } as PauseOutcome;
  const carrier = {
    pause: vi.fn(async (_sid: string, _paused: boolean) => answer),
    stop: vi.fn(async (_sid: string) => answer),
  };
  const notes: string[] = [];
  const another = () =>
    createPauses({
      ...{ pauses, clock, log },
      carrierOf: () => ({ recordings: carrier as unknown as CarrierRecordings }),
      note: async (_key, text) => void notes.push(text),
    });
  return { ...another(), another, pauses, row, phase, clock, carrier, notes };
}

/** Whether it was told to pause each time. */
export const told = (carrier: ReturnType<typeof openRecording>['carrier']) =>
  carrier.pause.mock.calls.map(([, paused]) => paused);

/** The carrier answers the next command when the test says so. */
export function holdNext(carrier: ReturnType<typeof openRecording>['carrier']) {
  const answer = Promise.withResolvers<PauseOutcome>();
  carrier.pause.mockImplementationOnce(() => answer.promise);
  return answer;
}
