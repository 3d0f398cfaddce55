import { recordingMarks } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { caller, holdNext, key, openRecording, told } from '../../../testing/pausable-recording.ts';
import { notPaused } from '../../lib/recordings/pause-state.ts';

/** The same recording and the same carrier, at two servers. */
function openTwo() {
  const one = openRecording();
  return { ...one, other: one.another() };
}

test('RC18: a pause does not overtake the resumption of another server, and counts once it is confirmed', async () => {
  const { pause, resume, carrier, other, phase, notes } = openTwo();
  await pause(caller, 'c1');
  const resumption = holdNext(carrier);
  const resuming = resume(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true, false]));
  await other.pause(caller, 'c1');
  expect([told(carrier), phase()]).toEqual([[true, false], 'pausing']);
  resumption.resolve({ kind: 'done' });
  await resuming;
  expect([told(carrier), phase()]).toEqual([[true, false, true], 'paused']);
  expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed, recordingMarks.paused]);
});

test('RC18: a resumption does not overtake the pause of another server, and the last request holds', async () => {
  const { pause, carrier, other, row, notes } = openTwo();
  const late = holdNext(carrier);
  const pausing = pause(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  await other.resume(caller, 'c1');
  expect(told(carrier)).toEqual([true]);
  late.resolve({ kind: 'done' });
  await pausing;
  expect([told(carrier), row.state]).toEqual([[true, false], notPaused]);
  expect(notes).toEqual([recordingMarks.paused, recordingMarks.resumed]);
});

test('RC18: a pause after the command of another server that is not answered is not shown as one, and is tried again', async () => {
  const { pause, resume, carrier, other, phase, row, settleOverdue, notes } = openTwo();
  await pause(caller, 'c1');
  const resumption = holdNext(carrier);
  const resuming = resume(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true, false]));
  await other.pause(caller, 'c1');
  carrier.pause.mockResolvedValueOnce({ kind: 'unavailable', detail: 'busy' });
  resumption.resolve({ kind: 'done' });
  await expect(resuming).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect([phase(), row.state.byPerson, row.state.unanswered]).toEqual(['pausing', true, true]);
  await settleOverdue();
  expect([told(carrier), phase()]).toEqual([[true, false, true, true], 'paused']);
  expect(notes.at(-1)).toBe(recordingMarks.paused);
});

test('RC18: a tool does not run while the pause of a person on another server is on its way, but once it is confirmed', async () => {
  const { pause, carrier, other, phase, clock } = openTwo();
  const answer = holdNext(carrier);
  const pausing = pause(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  const work = vi.fn(async () => phase());
  const running = other.around(key, 5_000, work);
  for (let waited = 0; waited < 5; waited += 1) {
    await new Promise(setImmediate);
    clock.advance(100);
  }
  expect(work).not.toHaveBeenCalled();
  answer.resolve({ kind: 'done' });
  await pausing;
  await new Promise(setImmediate);
  clock.advance(100);
  expect(await running).toBe('paused');
  expect(told(carrier)).toEqual([true]);
});

test('RC18: a tool is not run where the command of another server is not answered in its time', async () => {
  const { pause, carrier, other, clock, row } = openTwo();
  holdNext(carrier);
  void pause(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  const work = vi.fn(async () => 'paid');
  const running = other.around(key, 2_000, work);
  for (let waited = 0; waited < 25; waited += 1) {
    await new Promise(setImmediate);
    clock.advance(100);
  }
  expect(await running).toBe(false);
  expect([work.mock.calls, row.state.byToolUntil, row.state.byPerson]).toEqual([[], null, true]);
});

test('RC18: the command of a server that has died is given again after its time', async () => {
  const { pause, carrier, other, clock, phase } = openTwo();
  holdNext(carrier);
  void pause(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  await other.settleOverdue();
  expect([told(carrier), phase()]).toEqual([[true], 'pausing']);
  clock.advance(25_000);
  await other.settleOverdue();
  expect([told(carrier), phase()]).toEqual([[true, true], 'paused']);
});

test('RC18: a resumption that arrives after the pause of another server is not left recorded and shown as paused', async () => {
  const { pause, resume, carrier, other, phase, clock, notes } = openTwo();
  await pause(caller, 'c1');
  const late = holdNext(carrier);
  const resuming = resume(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true, false]));
  clock.advance(25_000);
  await other.pause(caller, 'c1');
  expect([told(carrier), phase()]).toEqual([[true, false, true], 'paused']);
  late.resolve({ kind: 'done' });
  await resuming;
  expect([told(carrier), phase()]).toEqual([[true, false, true, true], 'paused']);
  const { paused, resumed } = recordingMarks;
  expect(notes).toEqual([paused, paused, resumed, paused]);
});

test('RC18: a pause that arrives after the resumption of another server is not left paused and shown as recording', async () => {
  const { pause, carrier, other, row, clock } = openTwo();
  const late = holdNext(carrier);
  const pausing = pause(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  clock.advance(25_000);
  await other.resume(caller, 'c1');
  expect([told(carrier), row.state]).toEqual([[true, false], notPaused]);
  late.resolve({ kind: 'done' });
  await pausing;
  expect([told(carrier), row.state]).toEqual([[true, false, false], notPaused]);
});

test('RC18: a server that was stopped before it could tell the carrier tells it what is wanted by then', async () => {
  const { pause, carrier, other, row, clock, pauses } = openTwo();
  const taken = Promise.withResolvers<void>();
  const wake = Promise.withResolvers<void>();
  const { nextCommand } = pauses;
  vi.spyOn(pauses, 'nextCommand').mockImplementationOnce(async (of) => {
    const next = await nextCommand(of);
    taken.resolve();
    await wake.promise;
    return next;
  });
  const pausing = pause(caller, 'c1');
  await taken.promise;
  clock.advance(25_000);
  await other.resume(caller, 'c1');
  wake.resolve();
  await pausing;
  expect([told(carrier), row.state]).toEqual([[false], notPaused]);
});

test('RC18: a pause that is not answered does not take back the pause that somebody has asked another server for since', async () => {
  const { pause, carrier, other, row, phase } = openTwo();
  const answer = holdNext(carrier);
  const pausing = pause(caller, 'c1');
  await vi.waitFor(() => expect(told(carrier)).toEqual([true]));
  await other.pause(caller, 'c1');
  answer.resolve({ kind: 'unavailable', detail: 'busy' });
  await expect(pausing).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect([phase(), row.state.byPerson, row.state.unanswered]).toEqual(['pausing', true, true]);
  await other.settleOverdue();
  expect([told(carrier), phase()]).toEqual([[true, true], 'paused']);
});
