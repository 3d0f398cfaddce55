import { recordingMarks } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { Caller } from '../../ports/caller.ts';
import type { CarrierRecordings, PauseOutcome } from '../../ports/carrier-recordings.ts';
import type { PausableRecording, PauseStore } from '../../ports/recordings.ts';
import { createPauses } from './pauses.ts';

const key = { tenantId: 'one', callId: 'c1' };
const caller = { tenantId: 'one', userId: 'u1', displayName: 'Ines' } as Caller;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const ofCarrier = { carrier: 'lab', carrierAccount: 'AC1', carrierSid: 'CA1' };

/** One recording, in memory. */
function open(given: Partial<PausableRecording> = {}, outcome: PauseOutcome['kind'] = 'done') {
  const clock = new ManualClock();
  const row = { person: false, until: 0, pausedAt: false };
  const isWanted = () => row.person || row.until > clock.time();
  const isToResume = () => row.pausedAt && !isWanted();
  const begin = () => {
    const wasPaused = row.pausedAt;
    row.pausedAt = true;
    return !wasPaused;
  };
  const pauses: PauseStore = {
    find: async () => ({ ...ofCarrier, running: true, canPause: true, ...given }),
    pauseForPerson: async () => {
      const isNew = !row.person;
      row.person = true;
      return begin() && isNew;
    },
    pauseForTool: async (_key, seconds) => {
      row.until = Math.max(row.until, clock.time() + seconds * 1000);
      return begin();
    },
    letGoForPerson: async () => {
      row.person = false;
      return isToResume();
    },
    letGoForTool: async () => {
      row.until = 0;
      return isToResume();
    },
    resumed: async () => {
      if (!isToResume()) return false;
      row.pausedAt = false;
      return true;
    },
    overdue: async () => (isToResume() ? [{ ...key, ...ofCarrier }] : []),
  };
  const answer = { kind: outcome, detail: 'busy' } as PauseOutcome;
  const carrier = {
    pause: vi.fn(async (_sid: string, _paused: boolean) => answer),
    stop: vi.fn(async (_sid: string) => answer),
  };
  const notes: string[] = [];
  const made = createPauses({
    ...{ pauses, clock, log },
    carrierOf: () => ({ recordings: carrier as unknown as CarrierRecordings }),
    note: async (_key, text) => void notes.push(text),
  });
  return { ...made, row, clock, carrier, notes };
}

test('RC15: while a tool runs nothing is recorded, and the transcript marks the gap', async () => {
  const { around, carrier, notes, row } = open();
  const seen: boolean[] = [];
  const worked = await around(key, 5_000, async () => {
    seen.push(row.pausedAt);
    return 'paid';
  });
  expect([worked, seen]).toEqual(['paid', [true]]);
  await vi.waitFor(() => expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed]));
  expect(carrier.pause.mock.calls).toEqual([
    ['CA1', true],
    ['CA1', false],
  ]);
  expect(row.pausedAt).toBe(false);
});

test('RC15: it goes on after a tool that fails, and after the time of one that does not answer', async () => {
  const failing = open();
  const error = new Error('broken');
  await expect(failing.around(key, 5_000, () => Promise.reject(error))).rejects.toBe(error);
  await vi.waitFor(() => expect(failing.row.pausedAt).toBe(false));
  const slow = open();
  void slow.around(key, 5_000, () => new Promise(() => {}));
  await vi.waitFor(() => expect(slow.notes).toEqual([recordingMarks.paused]));
  slow.clock.advance(5_000);
  await vi.waitFor(() => expect(slow.notes).toEqual([recordingMarks.paused, recordingMarks.resumed]));
});

test('RC15: where the carrier cannot pause, the recording ends before the tool runs', async () => {
  const { around, carrier, notes } = open({ canPause: false });
  expect(await around(key, 5_000, async () => 'paid')).toBe('paid');
  expect([carrier.stop.mock.calls, carrier.pause.mock.calls, notes]).toEqual([
    [['CA1']],
    [],
    [recordingMarks.stopped],
  ]);
});

test.each([{ canPause: true }, { canPause: false }])(
  'RC15: a carrier that does not answer keeps the tool from running (%j)',
  async (given) => {
    const work = vi.fn(async () => 'paid');
    expect(await open(given, 'unavailable').around(key, 5_000, work)).toBe(false);
    expect(work).not.toHaveBeenCalled();
  },
);

test('RC15: a call that is not recorded runs its tools as ever', async () => {
  const { around, carrier } = open({ running: false });
  expect(await around(key, 5_000, async () => 'paid')).toBe('paid');
  expect(carrier.pause).not.toHaveBeenCalled();
});

test('RC15: what a person has paused stays paused when a tool ends, and goes on when they say so', async () => {
  const { around, pause, resume, carrier, row, notes } = open();
  await pause(caller, 'c1');
  await pause(caller, 'c1');
  await around(key, 5_000, async () => 'paid');
  await vi.waitFor(() => expect(row.until).toBe(0));
  expect(row.pausedAt).toBe(true);
  expect(carrier.pause.mock.calls).toEqual([['CA1', true]]);
  await resume(caller, 'c1');
  expect(row.pausedAt).toBe(false);
  expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed]);
});

test('RC15: a person is told what went wrong, and a pause of which nothing is known is taken back', async () => {
  const { pause, row, carrier, resumeOverdue } = open({}, 'unavailable');
  await expect(pause(caller, 'c1')).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect(row).toMatchObject({ person: false, pausedAt: true });
  carrier.pause.mockResolvedValue({ kind: 'done' });
  await resumeOverdue();
  expect([row.pausedAt, carrier.pause.mock.calls.at(-1)]).toEqual([false, ['CA1', false]]);
  const refused = open({}, 'refused');
  await expect(refused.pause(caller, 'c1')).rejects.toMatchObject({ code: 'recording_not_running' });
  expect(refused.row.pausedAt).toBe(false);
  const relay = open({ canPause: false });
  await expect(relay.pause(caller, 'c1')).rejects.toMatchObject({ code: 'recording_cannot_pause' });
  await expect(open({ running: false }).pause(caller, 'c1')).rejects.toMatchObject({
    code: 'recording_not_running',
  });
});

test('RC15: the pause of a tool whose server has died ends by itself', async () => {
  const { row, clock, resumeOverdue, carrier, notes } = open();
  Object.assign(row, { pausedAt: true, until: clock.time() + 35_000 });
  await resumeOverdue();
  expect(row.pausedAt).toBe(true);
  clock.advance(35_000);
  await resumeOverdue();
  expect([row.pausedAt, notes]).toEqual([false, [recordingMarks.resumed]]);
  expect(carrier.pause.mock.calls).toEqual([['CA1', false]]);
});
