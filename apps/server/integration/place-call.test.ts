import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';

let desk: OpenDesk;

beforeAll(async () => {
  desk = await openDesk({ speed: 50 });
});
afterAll(() => desk.stop());
afterEach(() => desk.lab.faults.clear());

let lastNumber = 1000;
/** A number that nobody has called yet. */
const newNumber = () => `+1202555${++lastNumber}`;
const dialled = (number: string) => desk.lab.calls().filter(({ to }) => to === number).length;

describe('the request', () => {
  test.each(['', '12025550123', '+1', '+12345', `+${'1'.repeat(16)}`, '+1202555abcd', 'tel:+12025550123'])(
    'the number "%s" is none',
    async (phoneNumber) => {
      const before = desk.lab.calls().length;
      expect(await desk.as().place(phoneNumber)).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_phone_number',
          error: 'Enter a phone number in international format, e.g. +1234567890.',
        },
      });
      expect(desk.lab.calls().length).toBe(before);
    },
  );

  test('the example of the form is a valid number', async () => {
    expect(await desk.as().place('+1234567890')).toMatchObject({ status: 200, body: { to: '+1234567890' } });
  });

  test.each([['nobody'], ['GS-Dental'], ['a'.repeat(100)]])('there is no agent "%s"', async (agentId) => {
    expect(await desk.as().place(newNumber(), { agentId })).toMatchObject({
      status: 404,
      body: { code: 'agent_not_found' },
    });
  });

  test.each([['   '], ['x'.repeat(8_001)]])('instructions that cannot be used', async (message) => {
    expect(await desk.as().place(newNumber(), { message })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  test('instructions in another language are not read out as English: nothing is dialled', async () => {
    const number = newNumber();
    const message = 'Bitte rufen Sie Frau Weber an und fragen Sie, ob der Termin am Dienstag noch passt.';
    expect(await desk.as().place(number, { message })).toMatchObject({
      status: 422,
      body: { code: 'instructions_not_english', error: expect.stringContaining('set up a model') },
    });
    expect(dialled(number)).toBe(0);
    expect(
      await desk.as().place(number, { message: 'Ask Frau Weber if Tuesday still suits her.' }),
    ).toMatchObject({
      status: 200,
    });
  });

  test('a number on the do-not-call list is not called, whoever asks', async () => {
    const open = await desk.database.open();
    const number = newNumber();
    await createDoNotCallList(open).add('gs-dental', {
      number: number,
      source: 'test',
      callId: null,
      unconfirmed: false,
    });
    expect(await desk.as().place(number)).toMatchObject({ status: 409, body: { code: 'do_not_call' } });
    expect(dialled(number)).toBe(0);
    // The list is the tenant's own.
    await desk.as({ organization: 'org_other' }).placeAccepted(number);
    await createDoNotCallList(open).remove('gs-dental', number);
    await desk.as().placeAccepted(number);
  });
});

describe('CL19: the same Idempotency-Key', () => {
  test('sent fifty times at once dials once', async () => {
    const number = newNumber();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => desk.as().place(number, { key })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.callId)).size).toBe(1);
    expect(dialled(number)).toBe(1);
  });

  test('with another number, agent or message is refused', async () => {
    const number = newNumber();
    const key = crypto.randomUUID();
    const id = await desk.as().placeAccepted(number, { key });
    const others = [
      await desk.as().place(newNumber(), { key }),
      await desk.as().place(number, { key, message: 'Something else.' }),
      await desk.as().place(number, { key, agentId: 'kuzco' }),
    ];
    for (const answer of others) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    }
    expect(await desk.as().placeAccepted(number, { key })).toBe(id);
    expect(dialled(number)).toBe(1);
  });

  test('belongs to one tenant', async () => {
    const number = newNumber();
    const key = crypto.randomUUID();
    const mine = await desk.as().placeAccepted(number, { key });
    const theirs = await desk.as({ organization: 'org_other' }).placeAccepted(number, { key });
    expect(theirs).not.toBe(mine);
  });

  test('can be used again after a refusal, ours or the carrier’s', async () => {
    const number = newNumber();
    const key = crypto.randomUUID();
    expect((await desk.as().place('nonsense', { key })).status).toBe(400);
    desk.lab.faults.set({ tooManyRequests: { times: 4 } });
    expect(await desk.as().place(number, { key })).toMatchObject({
      status: 503,
      body: { code: 'carrier_busy' },
    });
    await desk.as().placeAccepted(number, { key });
    expect(dialled(number)).toBe(1);
  });

  test('gives all waiting requests the answer of the first', async () => {
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.as().place('+15005550003', { key })),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 502, body: { code: 'carrier_country_blocked' } });
    }
  });

  test('that is too long is refused', async () => {
    expect(await desk.as().place(newNumber(), { key: 'k'.repeat(201) })).toMatchObject({ status: 400 });
  });
});

test('without a key, two requests are two calls', async () => {
  const number = newNumber();
  await Promise.all([desk.as().placeAccepted(number), desk.as().placeAccepted(number)]);
  expect(dialled(number)).toBe(2);
});

describe('CL20: limits', () => {
  test('of one user in a minute hold for concurrent requests', async () => {
    await using own = await openDesk({ speed: 50 }, { CALLS_PER_MINUTE: '5' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.as().place(newNumber())));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('too_many_calls');
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    // Another user of the same tenant still may.
    await own.as({ id: 'user_jo' }).placeAccepted(newNumber());
  });

  test('of one tenant in a day hold too, also after deleting calls', async () => {
    await using own = await openDesk({ speed: 50 }, { CALLS_PER_DAY: '4' });
    const people = Array.from({ length: 8 }, (_, n) => own.as({ id: `user_${n}` }));
    const answers = await Promise.all(people.map((person) => person.place('+15005550101')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('daily_limit_reached');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3600);
    const client = own.as();
    for (const { _id } of await client.calls()) {
      await client.waitUntilEnded(_id);
      expect((await client.remove(_id)).status).toBe(200);
    }
    expect((await client.place('+15005550101')).status).toBe(429);
    // Another tenant has its own.
    await own.as({ organization: 'org_other' }).placeAccepted('+15005550101');
  });

  test('a refused number counts for the limits', async () => {
    await using own = await openDesk({ speed: 50 }, { CALLS_PER_MINUTE: '2' });
    for (const _ of [1, 2]) expect((await own.as().place('+15005550001')).status).toBe(502);
    expect((await own.as().place(newNumber())).status).toBe(429);
  });
});

test('countries that are not allowed are refused before anything is stored', async () => {
  await using own = await openDesk({ speed: 50 }, { ALLOWED_COUNTRIES: 'US,CA' });
  const client = own.as();
  expect(await client.place('+4915112345678')).toMatchObject({
    status: 400,
    body: { code: 'country_not_allowed', error: expect.stringContaining('Germany') },
  });
  expect(await client.calls()).toEqual([]);
  await client.placeAccepted('+12025550123');
});

test('in the sandbox any country and any kind of number may be called', async () => {
  await desk.as().placeAccepted('+19005550124');
  await desk.as().placeAccepted('+4915112345678');
});

const realTwilio = { TWILIO_API_BASE_URL: undefined, TWILIO_PHONE_NUMBER: '+12025550100' };

describe('with real Twilio and no model', () => {
  const publicUrl = 'https://desk.example.com';
  let real: OpenDesk;

  beforeAll(async () => {
    real = await openDesk({}, { ...realTwilio, PUBLIC_URL: publicUrl, SANDBOX: 'off' });
  });
  afterAll(() => real.stop());

  test('no real call is placed: without a model the organization is in the sandbox', async () => {
    expect(await real.as().place('+12025550123')).toMatchObject({
      status: 409,
      body: { code: 'no_sandbox' },
    });
    expect(await real.as().calls()).toEqual([]);
    expect(await real.as().request('GET', '/api/calling')).toMatchObject({
      body: { calling: { side: 'sandbox', refused: { code: 'no_sandbox' } } },
    });
    const config = await (await fetch(`${real.url}/config.json`)).json();
    expect(config).toMatchObject({ sandbox: null, speaker: 'none' });
  });

  test('an inbound caller gets a sentence', async () => {
    const path = '/webhooks/twilio/inbound';
    const params = { CallSid: 'CA1', CallStatus: 'ringing', From: '+12025550111', To: '+12025550100' };
    const options = { authToken: real.lab.authToken, signedFor: publicUrl + path };
    const answer = await sendWebhook(real.url + path, params, options);
    expect(answer.body).toMatch(/<Say[^>]*>[^<]*not available right now/);
    expect(await real.as().calls()).toMatchObject([
      { agentId: 'gs-dental', direction: 'inbound', reason: 'no_model', sandbox: false },
    ]);
  });
});

test('phone account and model of the environment say that calls are real, with all that real calls are checked for', async () => {
  await using real = await openDesk(
    {},
    {
      ...{ ...realTwilio, PUBLIC_URL: 'https://desk.example.com', SANDBOX: 'off' },
      ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'model' },
    },
  );
  const client = real.as();
  expect(await client.request('GET', '/api/calling')).toMatchObject({ body: { calling: { side: 'real' } } });
  // The country of the caller id is the only one allowed.
  expect(await client.place('+4915112345678')).toMatchObject({
    status: 400,
    body: { code: 'country_not_allowed' },
  });
  expect(await client.place('+19005550123')).toMatchObject({
    status: 400,
    body: { code: 'number_type_not_allowed', error: expect.stringContaining('premium-rate') },
  });
  expect(await client.calls()).toEqual([]);
});

test('the sandbox is reported before sign-in', async () => {
  const config = await (await fetch(`${desk.url}/config.json`)).json();
  expect(config).toMatchObject({ sandbox: { handsetUrl: `${desk.lab.url}/` }, speaker: 'scripted' });
});
