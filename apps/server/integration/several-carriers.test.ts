import { type Lab, startLab } from '@parley/phone-lab';
import twilio from 'twilio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calls } from '../src/adapters/postgres/calls-table.ts';
import { eq } from '../src/adapters/postgres/drizzle.ts';
import { connectAccount } from '../src/composition/telephony.ts';
import { callTimes, timesAtSpeed } from '../src/features/calls/call-times.ts';
import { wallClock } from '../src/ports/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { carrierSettings, createDeployment, type Deployment, type Desk, startDesk } from '../testing/desk.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';

/** Two servers on one database, each with a carrier of its own that knows nothing of the other's calls. */
let database: TestDatabase;
let mine: Lab;
let theirs: Lab;
let deployment: Deployment;
const desks: Desk[] = [];

/** To be placed a call has its whole time: a fiftieth of it is too short on a busy machine. */
const { notSent, awaitingSid, lookup } = callTimes;
const times = { ...timesAtSpeed(callTimes, 50), notSent, awaitingSid, lookup };

beforeEach(async () => {
  database = await createTestDatabase();
  [mine, theirs] = await Promise.all([
    startLab({ cps: 1000, callees: { default: 'handset' } }),
    startLab({ cps: 1000, callees: { default: 'handset' } }),
  ]);
  deployment = await createDeployment(database, mine);
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.stop();
  await mine.stop();
  await theirs.stop();
  await database.drop();
});

async function open(lab: Lab, clock = wallClock): Promise<Desk> {
  const desk = await startDesk(deployment, carrierSettings(lab), { times, clock });
  desks.push(desk);
  return desk;
}

async function close(desk: Desk): Promise<void> {
  desks.splice(desks.indexOf(desk), 1);
  await desk.stop();
}

/** Waits until this server has given up a call that its own carrier has lost, which takes longest. */
async function untilItHasLookedAround(desk: Desk, lab: Lab): Promise<void> {
  lab.faults.set({ dropCallback: 1 });
  const id = await desk.as().placeAccepted('+15005550101');
  const sid = lab.calls().find(({ to }) => to === '+15005550101')?.sid ?? '';
  await lab.ended(sid);
  const client = twilio(lab.accountSid, lab.authToken);
  client.api.baseUrl = lab.url;
  await client.calls(sid).remove();
  expect(await desk.as().waitUntilEnded(id)).toMatchObject({ reason: 'unknown_to_carrier' });
}

test('CL24: a server of another carrier does not fail calls that only their own carrier knows', async () => {
  const first = await open(theirs);
  const ringing = await first.as().placeAccepted('+12025550123');
  await first.as().waitForStatus(ringing, 'ringing');
  await close(first);

  const other = await open(mine);
  await untilItHasLookedAround(other, mine);
  expect(await other.as().call(ringing)).toMatchObject({ status: 'ringing', reason: null });

  // A request to end it is stored, and carried out by the server with its carrier.
  expect(await other.as().end(ringing)).toMatchObject({
    status: 409,
    body: {
      code: 'carrier_not_connected',
      error: expect.stringMatching(/not connected to the phone account of this call.*stored/),
    },
  });
  expect(await other.as().call(ringing)).toMatchObject({ status: 'ringing', reason: null });
  const again = await open(theirs);
  expect(await again.as().waitUntilEnded(ringing)).toMatchObject({
    status: 'canceled',
    reason: 'ended_by_user',
  });
});

test('CL24: a server of another carrier does not fail real calls that it cannot ask for, whatever their stage', async () => {
  const desk = await open(mine);
  // A callback that is late would be about the call as it was.
  mine.faults.set({ dropCallback: 1 });
  const ids = [await desk.as().placeAccepted('+12025550123'), await desk.as().placeAccepted('+12025550124')];
  const [stored = '', sent = ''] = ids;
  // As a server with a real account would have stored them a while ago, and then died.
  const longAgo = new Date(Date.now() - 60_000);
  const asStored = {
    carrier: 'twilio',
    carrierAccount: 'AC2',
    status: 'queued',
    checkedAt: longAgo,
  } as const;
  await (await database.open()).asSystem(async (tx) => {
    const unsent = { ...asStored, carrierSid: null, sendingAt: null };
    await tx.update(calls).set(unsent).where(eq(calls.id, stored));
    await tx
      .update(calls)
      .set({ ...unsent, sendingAt: longAgo })
      .where(eq(calls.id, sent));
  });
  await untilItHasLookedAround(desk, mine);
  for (const id of ids) expect(await desk.as().call(id)).toMatchObject({ status: 'queued', reason: null });
});

test('CL24: two accounts of one carrier share a server and its addresses, and touch only their own calls', async () => {
  const { accountSid, authToken, url: baseUrl } = theirs;
  const account = { accountSid, authToken, apiKey: null, phoneNumber: '+15005550006', baseUrl };
  const desk = await startDesk(deployment, carrierSettings(mine), {
    times,
    moreAccounts: {
      connect: ({ localUrl }) => [connectAccount(account, localUrl, { sandbox: true })],
      chosenFor: (tenantId) => ({
        name: 'lab',
        account: tenantId === 'org_theirs' ? accountSid : mine.accountSid,
      }),
    },
  });
  desks.push(desk);
  const [me, they] = [desk.as(), desk.as({ organization: 'org_theirs' })];
  const [my, their] = [await me.placeAccepted('+12025550125'), await they.placeAccepted('+12025550125')];
  await me.waitForStatus(my, 'ringing');
  await they.waitForStatus(their, 'ringing');
  expect([mine.calls().length, theirs.calls().length]).toEqual([1, 1]);

  const params = { CallSid: mine.calls()[0]?.sid ?? '', CallStatus: 'completed', AccountSid: accountSid };
  const forged = await sendWebhook(`${desk.url}/webhooks/twilio/status?call=${my}`, params, { authToken });
  expect(forged.status).toBe(204);
  expect(await me.call(my)).toMatchObject({ status: 'ringing' });

  expect(await they.end(their)).toMatchObject({ status: 200, body: { call: { status: 'canceled' } } });
  expect(mine.calls()[0]?.status).toBe('ringing');
  expect(await me.end(my)).toMatchObject({ status: 200, body: { call: { status: 'canceled' } } });
});

test('CL24: a server whose clock is hours ahead does not fail calls of a carrier that it cannot ask', async () => {
  const first = await open(theirs);
  const id = await first.as().placeAccepted('+12025550123');
  await first.as().waitForStatus(id, 'ringing');
  await close(first);
  const aheadMs = 2 * callTimes.abandoned;
  const ahead = {
    ...wallClock,
    now: () => new Date(wallClock.now().getTime() + aheadMs),
    time: () => wallClock.time() + aheadMs,
  };
  const other = await open(mine, ahead);
  await untilItHasLookedAround(other, mine);
  expect(await other.as().call(id)).toMatchObject({ status: 'ringing', reason: null });
});

test('CL24: a call that no server could reconcile for longer than any call lasts is given up by any server', async () => {
  const first = await open(theirs);
  const id = await first.as().placeAccepted('+12025550123');
  await first.as().waitForStatus(id, 'ringing');
  await close(first);
  const checkedAt = new Date(Date.now() - callTimes.abandoned);
  await (await database.open()).asSystem((tx) => tx.update(calls).set({ checkedAt }).where(eq(calls.id, id)));
  const other = await open(mine);
  expect(await other.as().waitUntilEnded(id)).toMatchObject({
    status: 'failed',
    reason: 'unknown_to_carrier',
  });
});
