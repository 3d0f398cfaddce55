import { recordingMarks } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { caller, holdNext, key, openRecording as open, told } from '../../../testing/pausable-recording.ts';
import { notPaused } from '../../lib/recordings/pause-state.ts';
import type { PauseOutcome } from '../../ports/carrier-recordings.ts';

test('RC15: while a tool runs nothing is recorded, and the transcript marks the gap', async () => {
  const { around, carrier, notes, phase } = open();
  const seen: string[] = [];
  const worked = await around(key, 5_000, async () => {
    seen.push(phase());
    return 'paid';
  });
  expect([worked, seen]).toEqual(['paid', ['paused']]);
  await vi.waitFor(() => expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed]));
  expect(carrier.pause.mock.calls).toEqual([
    ['CA1', true],
    ['CA1', false],
  ]);
  expect(phase()).toBe('recording');
});

test('RC15: it goes on after a tool that fails, and after the time of one that does not answer', async () => {
  const failing = open();
  const error = new Error('broken');
  await expect(failing.around(key, 5_000, () => Promise.reject(error))).rejects.toBe(error);
  await vi.waitFor(() => expect(failing.row.state.pausedAt).toBeNull());
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
  const { around, pause, resume, carrier, row, phase, notes } = open();
  await pause(caller, 'c1');
  await pause(caller, 'c1');
  await around(key, 5_000, async () => 'paid');
  await vi.waitFor(() => expect(row.state.byToolUntil).toBeNull());
  expect(phase()).toBe('paused');
  expect(carrier.pause.mock.calls).toEqual([['CA1', true]]);
  await resume(caller, 'c1');
  expect(phase()).toBe('recording');
  expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed]);
});

test('RC15: a person is told what went wrong, and a pause of which nothing is known is taken back', async () => {
  const { pause, row, phase, carrier, settleOverdue } = open({}, 'unavailable');
  await expect(pause(caller, 'c1')).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect([phase(), row.state.unanswered]).toEqual(['recording', true]);
  carrier.pause.mockResolvedValue({ kind: 'done' });
  await settleOverdue();
  expect(row.state).toEqual(notPaused);
  expect(told(carrier)).toEqual([true, false]);
  const refused = open({}, 'refused');
  await expect(refused.pause(caller, 'c1')).rejects.toMatchObject({ code: 'recording_not_running' });
  expect(refused.row.state).toEqual(notPaused);
  const relay = open({ canPause: false });
  await expect(relay.pause(caller, 'c1')).rejects.toMatchObject({ code: 'recording_cannot_pause' });
  await expect(open({ running: false }).pause(caller, 'c1')).rejects.toMatchObject({
    code: 'recording_not_running',
  });
});

test('RC15: the pause of a tool whose server has died ends by itself', async () => {
  const { row, phase, clock, settleOverdue, carrier, notes } = open();
  const now = clock.time();
  row.state = { ...notPaused, pausedAt: now, confirmedAt: now, byToolUntil: now + 35_000 };
  await settleOverdue();
  expect(phase()).toBe('paused');
  clock.advance(35_000);
  await settleOverdue();
  expect([row.state, notes]).toEqual([notPaused, [recordingMarks.resumed]]);
  expect(carrier.pause.mock.calls).toEqual([['CA1', false]]);
});

test('RC15: a tool that is tried again after a pause without an answer does not run while it is recorded', async () => {
  const { around, carrier, row, phase } = open({}, 'unavailable');
  const work = vi.fn(async () => phase());
  expect([await around(key, 5_000, work), await around(key, 5_000, work)]).toEqual([false, false]);
  expect([work.mock.calls, told(carrier)]).toEqual([[], [true, true]]);
  carrier.pause.mockResolvedValue({ kind: 'done' });
  expect(await around(key, 5_000, work)).toBe('paused');
  await vi.waitFor(() => expect(row.state).toEqual(notPaused));
  expect(told(carrier)).toEqual([true, true, true, false]);
});

test('RC15: a person who pauses again after a pause without an answer is not told that it pauses', async () => {
  const { pause, carrier, row } = open({}, 'unavailable');
  await expect(pause(caller, 'c1')).rejects.toMatchObject({ code: 'carrier_unreachable' });
  await expect(pause(caller, 'c1')).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect([told(carrier), row.state.byPerson]).toEqual([[true, true], false]);
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
  await vi.waitFor(() => expect(row.state).toEqual(notPaused));
});

test('RC15: the first of two tools to end does not let the recording go on under the other', async () => {
  const { around, carrier, notes, row, phase, clock, settleOverdue } = open();
  const slow = Promise.withResolvers<string>();
  const first = around(key, 5_000, async () => 'first');
  const second = around(key, 9_000, () => slow.promise);
  expect(await first).toBe('first');
  await vi.waitFor(() => expect(row.state.byToolUntil).toBe(clock.time() + 39_000));
  await new Promise(setImmediate);
  await settleOverdue();
  expect([told(carrier), phase()]).toEqual([[true], 'paused']);
  slow.resolve('second');
  expect(await second).toBe('second');
  await vi.waitFor(() => expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed]));
  expect([told(carrier), row.state]).toEqual([[true, false], notPaused]);
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
    expect([told(carrier), row.state]).toEqual([[true, true, false], notPaused]);
  }
});

test('RC15: a call of which nothing is recorded is not said to be recorded again', async () => {
  const { around, notes, row, carrier } = open({}, 'refused');
  expect(await around(key, 5_000, async () => 'paid')).toBe('paid');
  await vi.waitFor(() => expect(row.state).toEqual(notPaused));
  await new Promise(setImmediate);
  expect([told(carrier), notes]).toEqual([[true, false], []]);
});

test('RC15: a tool whose pause took long stays unrecorded for its whole time', async () => {
  const { around, carrier, row, clock } = open();
  const answer = holdNext(carrier);
  const work = vi.fn(async () => row.state.byToolUntil);
  const running = around(key, 5_000, work);
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  clock.advance(20_000);
  answer.resolve({ kind: 'done' });
  expect(await running).toBe(clock.time() + 35_000);
});
