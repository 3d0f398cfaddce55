import { createServer } from 'node:net';
import { type Lab, startLab } from '@parley/phone-lab';
import twilio from 'twilio';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CarrierFaults, carrierContract } from '../../../testing/carrier-contract.ts';
import { connectFixed } from '../../../testing/twilio-account.ts';
import type { CarrierAccount } from '../../config/carrier.ts';
import type { Carrier } from '../../ports/carrier.ts';

const publicUrl = 'http://127.0.0.1:9';
const to = '+15005550010';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ speed: 50, cps: 100 });
});
afterAll(() => lab.stop());
afterEach(() => lab.faults.clear());

function account(more: Partial<CarrierAccount> = {}): CarrierAccount {
  const { accountSid, authToken, url } = lab;
  return { accountSid, authToken, apiKey: null, phoneNumber: '+15005550006', baseUrl: url, ...more };
}

const carrierFor = (more: Partial<CarrierAccount> = {}, timeoutMs = 20_000): Carrier =>
  connectFixed(account(more), publicUrl, { sandbox: true, timeoutMs }).carrier;

const order = (callId = crypto.randomUUID()) => ({ callId, to, from: '+15005550006', maxSeconds: 60 });

/** A call that somebody has answered and that lasts. */
async function live(): Promise<string> {
  const { accountSid, authToken, url } = lab;
  const client = twilio(accountSid, authToken);
  client.api.baseUrl = url;
  const pause = '<Response><Pause length="600"/></Response>';
  const { sid } = await client.calls.create({ to, from: '+15005550006', twiml: pause });
  await expect.poll(() => lab.calls().find((call) => call.sid === sid)?.status).toBe('in-progress');
  return sid;
}

const unknownSid = `CA${'0'.repeat(31)}1`;

const faults = async (): Promise<CarrierFaults> => ({
  impatient: carrierFor({}, 2_000),
  unreachable: carrierFor({ baseUrl: `http://127.0.0.1:${await freePort()}` }),
  whileCreating: {
    'no answer': () => lab.faults.set({ createTimeout: { ms: 20_000 }, textTimeout: { ms: 20_000 } }),
    'fails after': () => lab.faults.set({ createErrorAfter: { status: 500 } }),
    'fails before': () => lab.faults.set({ createErrorBefore: { status: 503 } }),
  },
  busy: (times) => lab.faults.set({ tooManyRequests: times === Number.POSITIVE_INFINITY ? 1 : { times } }),
  readsFail: () => lab.faults.set({ restError: { status: 503 } }),
  clear: () => lab.faults.clear(),
  callCount: () => lab.calls().length,
  textCount: () => lab.texts().length,
});

describe('the Twilio SDK on the sandbox carrier', () => {
  carrierContract(async () => ({
    carrier: carrierFor(),
    locked: carrierFor({ authToken: 'not the token' }),
    from: '+15005550006',
    to,
    live,
    invalid: '+15005550001',
    notOwned: '+15005559999',
    unknownSid,
    faults: await faults(),
  }));
});

describe('an API key does what the token does', () => {
  carrierContract(async () => ({
    carrier: carrierFor({ apiKey: lab.apiKey, authToken: 'signs only' }),
    locked: carrierFor({ apiKey: { sid: lab.apiKey.sid, secret: 'wrong' } }),
    from: '+15005550006',
    to,
    live,
    invalid: '+15005550001',
    notOwned: '+15005559999',
    unknownSid,
    faults: await faults(),
  }));
});

const real = {
  accountSid: process.env.PARLEY_TEST_TWILIO_ACCOUNT_SID,
  authToken: process.env.PARLEY_TEST_TWILIO_AUTH_TOKEN,
  from: process.env.PARLEY_TEST_TWILIO_FROM,
  to: process.env.PARLEY_TEST_TWILIO_TO,
};
const { accountSid, authToken, from: realFrom, to: realTo } = real;
const complete =
  accountSid && authToken && realFrom && realTo ? { accountSid, authToken, realFrom, realTo } : null;

describe.skipIf(!complete)(
  'the Twilio SDK on Twilio itself (set PARLEY_TEST_TWILIO_*; it rings a phone)',
  () => {
    carrierContract(async () => {
      if (!complete) throw new Error('The credentials are gone.');
      const own = { ...complete, apiKey: null, phoneNumber: complete.realFrom, baseUrl: null };
      const open = (token: string) =>
        connectFixed({ ...own, authToken: token }, 'https://example.com', { sandbox: false }).carrier;
      return {
        carrier: open(own.authToken),
        locked: open('0'.repeat(32)),
        from: complete.realFrom,
        to: complete.realTo,
        live: 'nobody is asked to pick up and stay',
        invalid: '+15005550001',
        notOwned: '+15005550006',
        unknownSid,
        faults: 'a real carrier does not fail on demand',
      };
    });
  },
);

describe('what is asked of the carrier', () => {
  test('every address it calls back carries our id, and all four events are wanted', async () => {
    const callId = crypto.randomUUID();
    const placed = await carrierFor().place({ ...order(callId), to: '+15005550103' });
    const { sid } = placed.kind === 'placed' ? placed.call : { sid: '' };
    const webhooks = () => lab.ledger(sid).flatMap((entry) => (entry.kind === 'webhook' ? [entry] : []));
    const statuses = () =>
      webhooks().flatMap(({ purpose, params }) => (purpose === 'status' ? [params.CallStatus] : []));
    await expect.poll(statuses).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
    const asked = webhooks();
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(
      expect.arrayContaining([
        '/webhooks/twilio/voice',
        '/webhooks/twilio/fallback',
        '/webhooks/twilio/status',
      ]),
    );
    for (const { url } of asked) expect(new URL(url).searchParams.get('call')).toBe(callId);
  });
});

describe('a number that Twilio refuses', () => {
  test.each([
    ['+15005550001', 'invalid_number'],
    ['+15005550002', 'unreachable_number'],
    ['+15005550003', 'country_blocked'],
    ['+15005550004', 'number_blocked'],
  ])('%s is refused: %s', async (number, reason) => {
    expect(await carrierFor().place({ ...order(), to: number })).toMatchObject({
      kind: 'refused',
      refusal: { reason },
    });
  });
});

test('a call canceled in the queue is told as canceled by the answer alone', async () => {
  const slow = await startLab({ speed: 1, cps: 0.1 });
  try {
    const { carrier } = connectFixed(
      account({ accountSid: slow.accountSid, authToken: slow.authToken, baseUrl: slow.url }),
      publicUrl,
      { sandbox: true },
    );
    await carrier.place(order());
    const second = await carrier.place(order());
    const { sid } = second.kind === 'placed' ? second.call : { sid: '' };
    expect(await carrier.end(sid, false)).toMatchObject({ kind: 'accepted', call: { status: 'canceled' } });
    expect(await carrier.end(sid, false)).toMatchObject({ kind: 'accepted', call: { status: 'canceled' } });
  } finally {
    await slow.stop();
  }
});

test.each([
  ['as a call that does not exist (404, 20404)', {}],
  ['as a call that is not in progress (400, 21220)', { endedCallRefused: 1 }],
])(
  'a call that has ended already is not reported as missing or refused when it is ended: %s',
  async (_, faults) => {
    const carrier = carrierFor();
    const placed = await carrier.place(order());
    const sid = placed.kind === 'placed' ? placed.call.sid : '';
    await carrier.end(sid, true);
    await lab.ended(sid);
    lab.faults.set(faults);
    try {
      for (const answered of [true, false])
        expect(await carrier.end(sid, answered)).toMatchObject({ kind: 'accepted', call: { sid } });
      expect(await carrier.redirect(sid, { kind: 'hang-up' })).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'carrier_refused' },
      });
    } finally {
      lab.faults.clear();
    }
  },
);

test('a number is pointed to the webhook for inbound calls', async () => {
  const { numbers } = carrierFor();
  const [first, second] = await numbers.list();
  expect(await numbers.pointHere(first?.sid ?? '')).toMatchObject({
    callsGoTo: `${publicUrl}/webhooks/twilio/inbound`,
  });
  expect(await numbers.list()).toMatchObject([{ pointsHere: true }, { sid: second?.sid, pointsHere: false }]);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
