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
  const begin = (wish: () => void) => {
    const wasPaused = row.pausedAt && isWanted();
    wish();
    row.pausedAt = true;
    return !wasPaused;
  };
  const pauses: PauseStore = {
    find: async () => ({ ...ofCarrier, running: true, canPause: true, ...given }),
    pauseForPerson: async () => {
      const isNew = !row.person;
      return begin(() => Object.assign(row, { person: true })) && isNew;
    },
    pauseForTool: async (_key, seconds) => {
      const until = Math.max(row.until, clock.time() + seconds * 1000);
      return begin(() => Object.assign(row, { until }));
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
    isWanted: async () => isWanted(),
    overdue: async () => (isToResume() ? [{ ...key, ...ofCarrier }] : []),
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
  return { ...another(), another, row, clock, carrier, notes };
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

const told = (carrier: ReturnType<typeof open>['carrier']) =>
  carrier.pause.mock.calls.map(([, paused]) => paused);

test('RC15: a tool that is tried again after a pause without an answer does not run while it is recorded', async () => {
  const { around, carrier, row } = open({}, 'unavailable');
  const work = vi.fn(async () => row.pausedAt && row.until > 0);
  expect([await around(key, 5_000, work), await around(key, 5_000, work)]).toEqual([false, false]);
  expect([work.mock.calls, told(carrier)]).toEqual([[], [true, true]]);
  carrier.pause.mockResolvedValue({ kind: 'done' });
  expect(await around(key, 5_000, work)).toBe(true);
  await vi.waitFor(() => expect(row.pausedAt).toBe(false));
  expect(told(carrier)).toEqual([true, true, true, false]);
});

test('RC15: a person who pauses again after a pause without an answer is not told that it pauses', async () => {
  const { pause, carrier, row } = open({}, 'unavailable');
  await expect(pause(caller, 'c1')).rejects.toMatchObject({ code: 'carrier_unreachable' });
  await expect(pause(caller, 'c1')).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect([told(carrier), row.person]).toEqual([[true, true], false]);
});

test('RC15: a tool that begins while the recording goes on after another does not run while it is recorded', async () => {
  const { around, carrier, row } = open();
  const resumption = Promise.withResolvers<PauseOutcome>();
  carrier.pause.mockImplementation(async (_sid, paused) => (paused ? { kind: 'done' } : resumption.promise));
  await around(key, 5_000, async () => 'first');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true, false]));
  const work = vi.fn(async () => [...told(carrier)]);
  const second = around(key, 5_000, work);
  await new Promise(setImmediate);
  expect([work.mock.calls, told(carrier)]).toEqual([[], [true, false]]);
  resumption.resolve({ kind: 'done' });
  expect(await second).toEqual([true, false, true]);
  await vi.waitFor(() => expect(row.pausedAt).toBe(false));
});

test('RC15: the first of two tools to end does not let the recording go on under the other', async () => {
  const { around, carrier, notes, row, clock, resumeOverdue } = open();
  const slow = Promise.withResolvers<string>();
  const first = around(key, 5_000, async () => 'first');
  const second = around(key, 9_000, () => slow.promise);
  expect(await first).toBe('first');
  await vi.waitFor(() => expect(row.until).toBe(clock.time() + 39_000));
  await new Promise(setImmediate);
  await resumeOverdue();
  expect([told(carrier), row.pausedAt]).toEqual([[true], true]);
  slow.resolve('second');
  expect(await second).toBe('second');
  await vi.waitFor(() => expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed]));
  expect([told(carrier), row.pausedAt]).toEqual([[true, false], false]);
});

test('RC15: of two tools at once neither runs where the carrier does not answer, and it is asked once', async () => {
  const { around, carrier } = open({}, 'unavailable');
  const work = vi.fn(async () => 'paid');
  const both = await Promise.all([around(key, 5_000, work), around(key, 5_000, work)]);
  expect([both, work.mock.calls, told(carrier)]).toEqual([[false, false], [], [true]]);
});

test('RC15: a recording whose pause was done but not answered does not stay paused when the next pause is refused', async () => {
  for (const act of ['pause', 'around'] as const) {
    const { pause, around, carrier, row, notes } = open({}, 'unavailable');
    await around(key, 5_000, async () => 'lost');
    carrier.pause.mockImplementation(async (_sid, paused) => ({ kind: paused ? 'refused' : 'done' }));
    if (act === 'around') expect(await around(key, 5_000, async () => told(carrier))).toEqual([true, true]);
    else await expect(pause(caller, 'c1')).rejects.toMatchObject({ code: 'recording_not_running' });
    await vi.waitFor(() => expect(notes).toEqual([recordingMarks.resumed]));
    expect([told(carrier), row.pausedAt]).toEqual([[true, true, false], false]);
  }
});

test('RC15: a call of which nothing is recorded is not said to be recorded again', async () => {
  const { around, notes, row, carrier } = open({}, 'refused');
  expect(await around(key, 5_000, async () => 'paid')).toBe('paid');
  await vi.waitFor(() => expect(row.pausedAt).toBe(false));
  await new Promise(setImmediate);
  expect([told(carrier), notes]).toEqual([[true, false], []]);
});

/** The same recording and the same carrier, at two servers. */
function openTwo() {
  const one = open();
  return { ...one, other: one.another() };
}

test('RC15: a resumption of one server that arrives after the pause of another is undone', async () => {
  const { pause, resume, carrier, other, row } = openTwo();
  await pause(caller, 'c1');
  const late = Promise.withResolvers<PauseOutcome>();
  carrier.pause.mockImplementationOnce(() => late.promise);
  const resuming = resume(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true, false]));
  await other.pause(caller, 'c1');
  late.resolve({ kind: 'done' });
  await resuming;
  expect([told(carrier), row.person, row.pausedAt]).toEqual([[true, false, true, true], true, true]);
});

test('RC15: a pause of one server that arrives after the resumption of another does not last', async () => {
  const { pause, carrier, other, row, notes } = openTwo();
  const late = Promise.withResolvers<PauseOutcome>();
  carrier.pause.mockImplementationOnce(() => late.promise);
  const pausing = pause(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  await other.resume(caller, 'c1');
  late.resolve({ kind: 'done' });
  await pausing;
  expect([told(carrier), row.person, row.pausedAt]).toEqual([[true, false, false], false, false]);
  expect(notes).toEqual([recordingMarks.resumed]);
});
