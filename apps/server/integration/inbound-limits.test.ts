import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../src/adapters/postgres/calls-table.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';

const withheld = 'anonymous';
let desk: OpenDesk;
let lastSid = 0;

async function open(limits: NodeJS.ProcessEnv = {}): Promise<void> {
  desk = await openDesk(
    {},
    {
      INBOUND_CALLS_PER_CALLER: '',
      INBOUND_CALLS_PER_CALLER_PER_DAY: '',
      INBOUND_CALLS: '',
      INBOUND_CALLS_PER_DAY: '',
      ...limits,
    },
  );
}
beforeEach(() => {
  lastSid = 0;
});
afterEach(() => desk.stop());

const sidOf = (n: number) => `CA${n.toString(16).padStart(32, '0')}`;

/** What a call from this number gets: the agent, a sentence, or busy. */
async function ring(from: string, sid = sidOf(++lastSid)): Promise<'taken' | 'sentence' | 'busy'> {
  const { status, body } = await sendWebhook(
    `${desk.url}/webhooks/twilio/inbound`,
    { CallSid: sid, CallStatus: 'ringing', Direction: 'inbound', From: from, To: '+15005550006' },
    { authToken: desk.lab.authToken },
  );
  expect(status).toBe(200);
  if (body.includes('<Connect')) return 'taken';
  if (body.includes('<Reject')) return 'busy';
  expect(body).toMatch(/<Say[^>]*>[^<]*cannot take any more calls at the moment[^<]*<\/Say><Hangup\/>/);
  return 'sentence';
}

async function hangUp(sid: string): Promise<void> {
  await sendWebhook(
    `${desk.url}/webhooks/twilio/status`,
    { CallSid: sid, CallStatus: 'completed', CallDuration: '5', Timestamp: new Date().toUTCString() },
    { authToken: desk.lab.authToken },
  );
}

const rings = (count: number, from: (n: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, n) => ring(from(n))));
const taken = (answers: readonly string[]) => answers.filter((answer) => answer === 'taken').length;
const somebody = (n: number) => `+1500555${String(1000 + n)}`;

describe('CL22: limits for one number', () => {
  test('60 calls of one number at once: 3 are accepted, the others get a sentence and have the reason', async () => {
    await open();
    const answers = await rings(60, () => '+15005550044');
    expect(taken(answers)).toBe(3);
    expect(answers.filter((answer) => answer === 'sentence')).toHaveLength(57);
    const calls = await desk.client.calls();
    expect(calls.filter(({ reason }) => reason === 'caller_limit').length).toBeGreaterThan(30);
    expect(await ring('+15005550045')).toBe('taken');
  });

  test('a place is free again when a call has ended, and a call announced twice takes one', async () => {
    await open({ INBOUND_CALLS_PER_CALLER: '1' });
    expect(await ring('+15005550044', sidOf(1))).toBe('taken');
    expect(await ring('+15005550044', sidOf(1))).toBe('taken');
    expect(await ring('+15005550044', sidOf(2))).toBe('sentence');
    expect(await ring('+15005550044', sidOf(2))).toBe('sentence');
    await hangUp(sidOf(1));
    expect(await ring('+15005550044', sidOf(3))).toBe('taken');
  });

  test('calls that were taken with a clock a year ahead do not count for a year', async () => {
    await open({ INBOUND_CALLS_PER_CALLER_PER_DAY: '1' });
    expect(await ring('+15005550044', sidOf(1))).toBe('taken');
    await hangUp(sidOf(1));
    const createdAt = new Date(Date.now() + 365 * 24 * 3_600_000);
    await (await desk.database.open()).asSystem((tx) => tx.update(calls).set({ createdAt }));
    expect(await ring('+15005550044', sidOf(2))).toBe('taken');
  });

  test('in a day', async () => {
    await open({ INBOUND_CALLS_PER_CALLER_PER_DAY: '2' });
    for (const n of [1, 2]) {
      expect(await ring('+15005550044', sidOf(n))).toBe('taken');
      await hangUp(sidOf(n));
    }
    expect(await ring('+15005550044', sidOf(3))).toBe('sentence');
    expect(await ring('+15005550045', sidOf(4))).toBe('taken');
  });
});

describe('CL22: limits for a tenant', () => {
  test('at once', async () => {
    await open({ INBOUND_CALLS: '5' });
    expect(taken(await rings(20, somebody))).toBe(5);
    expect((await desk.client.calls()).filter(({ reason }) => reason === 'inbound_limit')).toHaveLength(15);
  });

  test('in a day', async () => {
    await open({ INBOUND_CALLS_PER_DAY: '4' });
    expect(taken(await rings(10, somebody))).toBe(4);
  });

  test('a flood adds neither rows nor costs: callers get busy', async () => {
    await open({ INBOUND_CALLS: '1' });
    const answers = await rings(130, somebody);
    expect(taken(answers)).toBe(1);
    expect(answers.filter((answer) => answer === 'sentence')).toHaveLength(100);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(29);
  });
});

test('CL22: withheld numbers count as one caller, with half of the tenant’s places', async () => {
  await open({ INBOUND_CALLS: '10', INBOUND_CALLS_PER_CALLER: '1' });
  expect(taken(await rings(20, () => withheld))).toBe(5);
  expect(taken(await rings(20, somebody))).toBe(5);
});

test('AG23: tries take no places of callers', async () => {
  await open({ INBOUND_CALLS: '2', INBOUND_CALLS_PER_DAY: '2' });
  const start = { channel: 'text', direction: 'inbound', instructions: '' };
  for (let n = 0; n < 2; n += 1)
    expect((await desk.client.request('POST', '/api/agents/gs-dental/tries', start)).status).toBe(200);
  expect(await ring('anonymous', sidOf(1))).toBe('taken');
  expect(await ring(somebody(1), sidOf(2))).toBe('taken');
  expect(await ring(somebody(2), sidOf(3))).toBe('sentence');
});
