import { once } from 'node:events';
import { isTerminal } from '@parley/contract';
import type { FaultSettings } from '@parley/phone-lab';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dialingKillPoints, type KillPoint } from '../testing/kill-points.ts';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';

/** Every time limit is divided by this. */
const timesSpeed = 10;

let desk: KillableDesk;

beforeAll(async () => {
  desk = await openKillableDesk(10, { TIMES_SPEED: String(timesSpeed) });
  desk.lab.callees.define('answers late', {
    ring: 30_000,
    script: [{ wait: 'agent' }, { say: 'Goodbye.' }, 'hangup'],
  });
});
afterEach(() => desk.clear());
afterAll(() => desk.stop());

let lastNumber = 1000;
const newNumber = () => `+1202555${++lastNumber}`;
const dialled = (number: string) => desk.lab.calls().filter(({ to }) => to === number);

/** The same request again after a network failure: the form repeats its key. */
const key = () => crypto.randomUUID();

const cases: { point: KillPoint; after: string; faults: FaultSettings }[] = [
  ...dialingKillPoints.map((point) => ({ point, after: 'receives callbacks again', faults: {} })),
  // Before it was created the carrier has nothing to call back about.
  ...(['created', 'ringing', 'live'] as const).map((point) => ({
    point,
    after: 'never receives a callback',
    faults: { dropCallback: 1 },
  })),
];

describe('a server is killed', () => {
  test.each(cases)('when a call is $point; restarted, it $after', async ({ point, faults }) => {
    // Callbacks up to the kill point must arrive; the later ones are what is tested.
    desk.lab.faults.set(point === 'created' ? faults : {});
    const killed = await desk.start({ KILL_AT: point });
    const client = desk.clientOf(killed);
    const number = newNumber();
    // A slow server may hear of an answer first, and then the call was never ringing.
    if (point === 'ringing') desk.lab.callees.setNumber(number, 'answers late');
    const request = { key: key(), message: 'Say hello and goodbye.' };
    const dead = once(killed.child, 'exit');
    const first = await client.place(number, request).catch(() => null);
    expect(await dead).toEqual([null, 'SIGKILL']);
    desk.lab.faults.set(faults);

    await desk.startAgain(killed);
    await Promise.all(dialled(number).map(({ sid }) => desk.lab.ended(sid)));
    const unfinished = async () => (await client.calls()).filter(({ status }) => !isTerminal(status));
    await expect.poll(unfinished, { interval: 100 }).toEqual([]);

    const call = (await client.calls()).find(({ to }) => to === number);
    expect(call).toMatchObject(expectedEnd(point));
    expect(dialled(number).length).toBeLessThanOrEqual(1);
    if (first) expect(first.body.callId).toBe(call?._id);

    const again = await client.placeAccepted(number, request);
    if (point === 'inserted') expect(again).not.toBe(call?._id);
    else expect(again).toBe(call?._id);
    expect(dialled(number)).toHaveLength(point === 'sending' ? 0 : 1);
  });
});

describe('a server is stopped for a while, and another one gives its call up', () => {
  test.each([
    ['inserted', 'never_sent'],
    ['sending', 'unconfirmed'],
  ])('when the call is %s: awake again, it does not dial', async (point, reason) => {
    const paused = await desk.start({ KILL_AT: point, KILL_WITH: 'SIGSTOP' });
    const other = await desk.start();
    onTestFinished(() => void paused.child.kill('SIGCONT'));
    const number = newNumber();
    const answer = desk.clientOf(paused).place(number, { message: 'Say hello and goodbye.' });
    const stored = async () => (await desk.clientOf(other).calls()).find(({ to }) => to === number);
    await expect.poll(stored, { interval: 100 }).toMatchObject({ status: 'failed', reason });
    paused.child.kill('SIGCONT');
    expect(await answer).toMatchObject({ body: { code: 'call_not_sent' } });
    expect(dialled(number)).toEqual([]);
    expect(await stored()).toMatchObject({ status: 'failed', reason });
  });
});

function expectedEnd(point: KillPoint) {
  if (point === 'inserted') return { status: 'failed', reason: 'never_sent' };
  if (point === 'sending') return { status: 'failed', reason: 'unconfirmed' };
  return { status: 'completed', duration: expect.any(Number), endTime: expect.any(String) };
}
