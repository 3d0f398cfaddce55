import { createHash } from 'node:crypto';
import type { Lab } from '@parley/phone-lab';
import twilio from 'twilio';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { callTimes, timesAtSpeed } from '../src/features/calls/call-times.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { noLimits } from '../testing/no-limits.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { connectFixed } from '../testing/twilio-account.ts';

// Every time limit of the server runs twenty times faster: 45 s are 2.25 s, a run of the reconciler 1.5 s. On a busy machine
// a twentieth would be too short to send a call, to renew the lease of a session, and to ask for a call that may not exist.
const { settle, lease, leaseRenewal, checksAfterUnknown } = callTimes;
const times = {
  ...timesAtSpeed(callTimes, 20),
  ...{ notSent: 2_000, settle, lease, leaseRenewal, checksAfterUnknown },
};

let desk: OpenDesk;
let lab: Lab;
let client: DeskClient;

beforeAll(async () => {
  desk = await openDesk({ speed: 20 }, {}, { times });
  ({ lab, client } = desk);
});
afterAll(() => desk.stop());
afterEach(() => lab.faults.clear());

let lastNumber = 1000;
const newNumber = () => `+1202555${++lastNumber}`;
const dialled = (number: string) => lab.calls().filter(({ to }) => to === number);
/** A call that is not answered causes no request for a document, which would identify the call. */
const busy = '+15005550101';
const silence = { dropCallback: 1 };

describe('CL10: when the carrier does not say whether it placed a call', () => {
  test('the answer is lost after it accepted: reported as placed, one call, adopted', async () => {
    lab.faults.set({ createTimeout: { ms: 60_000, times: 1 } });
    const number = newNumber();
    const id = await client.placeAccepted(number, { key: 'lost-answer' });
    expect(dialled(number)).toHaveLength(1);
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'completed', reason: null });
    expect(await client.placeAccepted(number, { key: 'lost-answer' })).toBe(id);
    expect(dialled(number)).toHaveLength(1);
  });

  test("a callback with our id assigns the carrier's call to its row", async () => {
    lab.faults.set({ createErrorAfter: { status: 500, times: 1 } });
    const number = newNumber();
    const id = await client.placeAccepted(number);
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'completed' });
    expect(dialled(number)).toHaveLength(1);
  });

  test('without a callback, the reconciler adopts it', async () => {
    lab.faults.set({ createErrorAfter: { status: 500, times: 1 }, ...silence });
    const before = dialled(busy).length;
    const id = await client.placeAccepted(busy);
    expect(await client.call(id)).toMatchObject({ status: 'queued' });
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'busy', reason: 'line_busy' });
    expect(dialled(busy)).toHaveLength(before + 1);
    expect(desk.log.some((line) => line.includes('found at the carrier') && line.includes(id))).toBe(true);
  });

  test('two at once to one number adopt one call each', async () => {
    lab.faults.set({ createErrorAfter: { status: 500, times: 2 }, ...silence });
    const before = dialled(busy).length;
    const ids = await Promise.all([client.placeAccepted(busy), client.placeAccepted(busy)]);
    for (const id of ids) expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'busy' });
    expect(dialled(busy)).toHaveLength(before + 2);
  });

  test('CL14: a request to end it is kept, and carried out when it is found', async () => {
    lab.faults.set({ createErrorAfter: { status: 500, times: 1 }, ...silence });
    const number = '+15005550102';
    const before = dialled(number).length;
    const id = await client.placeAccepted(number);
    expect(await client.end(id)).toMatchObject({ status: 200, body: { call: { status: 'queued' } } });
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'canceled', reason: 'ended_by_user' });
    expect(dialled(number)).toHaveLength(before + 1);
    expect(lab.calls()[0]).toMatchObject({ to: number, status: 'canceled' });
  });

  test('CL11: a call that the carrier does not have fails as unconfirmed, and CL3: a later update revives it', async () => {
    lab.faults.set({ createErrorBefore: { status: 503, times: 1 } });
    const number = newNumber();
    const id = await client.placeAccepted(number);
    expect(await client.waitUntilEnded(id)).toMatchObject({
      status: 'failed',
      reason: 'unconfirmed',
      duration: null,
    });
    expect(dialled(number)).toHaveLength(0);

    const { carrier } = connectFixed(labAccount(), desk.url, { sandbox: true });
    await carrier.place({ callId: id, to: number, from: '+15005550006', maxSeconds: 60 });
    await client.waitForStatus(id, 'in-progress');
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'completed', reason: null });
  });
});

describe('CL16: without a single callback', () => {
  test.each([
    ['+15005550010', 'completed', null],
    ['+15005550101', 'busy', 'line_busy'],
    ['+15005550102', 'no-answer', 'no_answer'],
    ['+15005550107', 'failed', 'network_failed'],
  ])('a call to %s is known to be %s', async (number, status, reason) => {
    lab.faults.set(silence);
    expect(await client.waitUntilEnded(await client.placeAccepted(number))).toMatchObject({ status, reason });
  });

  test('a carrier that is unavailable for a while is asked again', async () => {
    lab.faults.set({ ...silence, restError: { status: 503 } });
    const id = await client.placeAccepted('+15005550101');
    const { sid } = lab.calls()[0] ?? { sid: '' };
    await lab.ended(sid);
    const tries = () =>
      desk.log.filter((line) => line.includes('could not be fetched from the carrier')).length;
    await expect.poll(tries).toBeGreaterThan(0);
    expect((await client.call(id)).status).toBe('queued');
    lab.faults.clear();
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'busy' });
  });
});

test('CL13: a call that the carrier has no record of fails, once that is certain', async () => {
  lab.faults.set(silence);
  const id = await client.placeAccepted('+15005550101');
  const { sid } = lab.calls()[0] ?? { sid: '' };
  await lab.ended(sid);
  const carrierApi = twilio(lab.accountSid, lab.authToken);
  carrierApi.api.baseUrl = lab.url;
  await carrierApi.calls(sid).remove();
  expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'failed', reason: 'unknown_to_carrier' });
});

test('CL12: a call that was never sent fails at once, and its key is free again', async () => {
  const number = newNumber();
  const key = crypto.randomUUID();
  const fingerprint = 'of a request whose server died';
  const callId = '019a8b5e-6c00-7000-8000-00000000000a';
  await createCallAdmission(await desk.database.open()).reserve(
    {
      ...{
        tenantId: 'gs-dental',
        userId: 'user_kit',
        agentId: 'gs-dental',
        agentVersion: 1,
        carrier: 'lab',
        engine: 'relay',
      },
      carrierAccount: null,
      ...{ callId, to: number, from: '+15005550006', instructions: 'Say hello.' },
      ...{ idempotencyKey: key, fingerprint, at: new Date() },
    },
    noLimits,
  );
  expect(await client.waitUntilEnded(callId)).toMatchObject({ status: 'failed', reason: 'never_sent' });
  expect(dialled(number)).toHaveLength(0);
  await client.placeAccepted(number, { key });
  expect(dialled(number)).toHaveLength(1);
});

test('CL12: a repeated request whose server died before sending is not reported as placed', async () => {
  const number = newNumber();
  const key = crypto.randomUUID();
  const request = ['gs-dental', number, 'Say hello.'];
  const callId = '019a8b5e-6c00-7000-8000-00000000000b';
  await createCallAdmission(await desk.database.open()).reserve(
    {
      ...{
        tenantId: 'gs-dental',
        userId: 'user_kit',
        agentId: 'gs-dental',
        agentVersion: 1,
        carrier: 'lab',
        engine: 'relay',
      },
      carrierAccount: null,
      ...{ callId, to: number, from: '+15005550006', instructions: 'Say hello.', at: new Date() },
      ...{
        idempotencyKey: key,
        fingerprint: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
      },
    },
    noLimits,
  );
  const told = await client.place(number, { key });
  expect(told).toMatchObject({
    status: 503,
    body: { code: 'call_not_sent', error: 'The call could not be sent in time. Please try again.' },
  });
  expect(await client.call(callId)).toMatchObject({ status: 'failed', reason: 'never_sent' });
  expect(dialled(number)).toHaveLength(0);
  await client.placeAccepted(number, { key });
  expect(dialled(number)).toHaveLength(1);
});

function labAccount() {
  const { accountSid, authToken, url } = lab;
  return { accountSid, authToken, apiKey: null, phoneNumber: '+15005550006', baseUrl: url };
}
