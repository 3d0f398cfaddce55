import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;

beforeAll(async () => {
  desk = await openDesk({ speed: 20, cps: 100 });
});
afterAll(() => desk.stop());

describe('an outbound call', () => {
  test('that is answered ends as completed, with its duration and its end', async () => {
    const client = desk.as();
    const message = 'Remind the patient of the check-up on Tuesday at ten.';
    const answer = await client.place('+1 (500) 555-0010', { message });
    expect(answer).toMatchObject({ status: 200, body: { to: '+15005550010' } });
    const call = await client.waitUntilEnded(answer.body.callId);
    expect(call).toMatchObject({
      agentId: 'gs-dental',
      direction: 'outbound',
      from: '+15005550006',
      to: '+15005550010',
      status: 'completed',
      reason: null,
      instructions: message,
      sandbox: true,
    });
    const [made] = desk.lab.calls();
    expect(call.duration).toBeGreaterThan(0);
    expect(call.endTime).not.toBeNull();
    expect(Date.parse(call.endTime ?? '')).toBeGreaterThan(Date.parse(call.answeredAt ?? ''));
    const heard = desk.lab.ledger(made?.sid).flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
    expect(heard.join(' ')).toContain('the check-up on Tuesday at ten');
  });

  test.each([
    ['+15005550101', 'busy', 'line_busy'],
    ['+15005550102', 'no-answer', 'no_answer'],
    ['+15005550107', 'failed', 'network_failed'],
    ['+15005550103', 'completed', 'voicemail'],
  ])('to %s ends as %s (CL5): %s', async (number, status, reason) => {
    const client = desk.as();
    const message = 'This is a long message. '.repeat(40);
    const id = await client.placeAccepted(number, { message });
    const call = await client.waitUntilEnded(id);
    expect(call).toMatchObject({ status, reason });
    expect(call.endTime).not.toBeNull();
    expect(call.duration === null).toBe(status !== 'completed');
  });

  test.each([
    ['+15005550001', 'carrier_invalid_number', 'invalid_number'],
    ['+15005550002', 'carrier_refused', 'unreachable_number'],
    ['+15005550003', 'carrier_country_blocked', 'country_blocked'],
    ['+15005550004', 'carrier_refused', 'number_blocked'],
  ])('to %s is refused by the carrier (CL9): %s', async (number, code, reason) => {
    const client = desk.as();
    const answer = await client.place(number);
    expect(answer).toMatchObject({
      status: 502,
      body: { code, error: expect.stringMatching(/carrier.*\.$/) },
    });
    const [latest] = await client.calls();
    expect(latest).toMatchObject({ to: number, status: 'failed', reason, duration: null });
    expect(latest?.endTime).not.toBeNull();
  });

  test('ended from the desk while it rings is canceled', async () => {
    const client = desk.as();
    const id = await client.placeAccepted('+15005550102');
    await client.waitForStatus(id, 'ringing');
    expect(await client.end(id)).toMatchObject({
      status: 200,
      body: { call: { _id: id, status: 'canceled', reason: 'ended_by_user', duration: null } },
    });
    expect((await client.end(id)).body.call.status).toBe('canceled');
  });

  test('ended from the desk during a conversation is completed', async () => {
    const client = desk.as();
    const id = await client.placeAccepted('+15005550010', { message: 'word '.repeat(600) });
    await client.waitForStatus(id, 'in-progress');
    const answer = await client.end(id);
    expect(answer).toMatchObject({
      status: 200,
      body: { call: { status: 'completed', reason: 'ended_by_user' } },
    });
    expect(answer.body.call.duration).not.toBeNull();
    expect(desk.lab.calls()[0]?.status).toBe('completed');
  });
});

describe('a call in the queue', () => {
  test('that is ended there is canceled by the response alone, without a callback', async () => {
    await using slow = await openDesk({ speed: 1, cps: 0.05 });
    const { client } = slow;
    await client.placeAccepted('+15005550010');
    const id = await client.placeAccepted('+15005550010');
    expect(await client.end(id)).toMatchObject({
      status: 200,
      body: { call: { status: 'canceled', reason: 'ended_by_user' } },
    });
  });
});

describe('CL18: an inbound call', () => {
  const latest = async () => (await desk.as().calls())[0];

  test('appears with its agent, and is answered', async () => {
    const { sid } = desk.lab.dialIn({ from: '+15005550020', to: '+15005550006' });
    await expect.poll(async () => (await latest())?.from).toBe('+15005550020');
    const call = await desk.as().waitUntilEnded((await latest())?._id ?? '');
    expect(call).toMatchObject({
      agentId: 'gs-dental',
      direction: 'inbound',
      from: '+15005550020',
      to: '+15005550006',
      status: 'completed',
      instructions: null,
      sandbox: true,
    });
    const heard = desk.lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
    expect(heard.join(' ')).toContain('AI assistant of GS Dental');
  });

  test('to the other number reaches the other agent', async () => {
    desk.lab.dialIn({ from: '+15005550021', to: '+15005550007' });
    await expect.poll(async () => (await latest())?.from).toBe('+15005550021');
    expect(await latest()).toMatchObject({ agentId: 'kuzco' });
  });

  test('from a withheld number has no caller', async () => {
    const before = (await desk.as().calls()).length;
    desk.lab.dialIn({ to: '+15005550006' });
    await expect.poll(async () => (await desk.as().calls()).length).toBe(before + 1);
    expect(await latest()).toMatchObject({ direction: 'inbound', from: null, agentId: 'gs-dental' });
  });
});

test('CL18: an inbound call to a number without an agent hears a sentence, and has no agent', async () => {
  const numbers = ['+15005550006', '+15005550007', '+15005550008'];
  await using three = await openDesk({ speed: 20, cps: 100, numbers });
  const { client, lab } = three;
  const { sid } = lab.dialIn({ from: '+15005550020', to: '+15005550008' });
  await lab.ended(sid);
  const [listed] = await client.calls();
  const call = await client.waitUntilEnded(listed?._id ?? '');
  expect(call).toMatchObject({
    agentId: null,
    to: '+15005550008',
    status: 'completed',
    reason: 'no_agent',
  });
  const heard = lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
  expect(heard.join(' ')).toContain('Nobody can take your call');
});
