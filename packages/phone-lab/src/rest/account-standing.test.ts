import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
const [from, to] = ['+15005550006', '+15005550010'];
const wait = twiml('<Pause length="3600"/>');

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000, callees: { default: 'silent' } });
});
afterEach(() =>
  lab.setAccount({ status: 'active', type: 'Full', verified: [], callsAtOnce: null, pricePerMinute: null }),
);
afterAll(() => lab.stop());

const account = () => sdk(lab).api.accounts(lab.accountSid);
const end = ({ sid }: { sid: string }) => sdk(lab).calls(sid).update({ status: 'completed' });
const place = (number = to) => sdk(lab).calls.create({ from, to: number, twiml: wait });

describe('the balance', () => {
  it('is told to the token', async () => {
    lab.setAccount({ balance: '12.34', currency: 'EUR' });
    expect(await account().balance.fetch()).toMatchObject({
      accountSid: lab.accountSid,
      balance: '12.34',
      currency: 'EUR',
    });
  });

  it('is refused to an API key', async () => {
    const { sid, secret } = lab.apiKey;
    const answer = await fetch(`${lab.url}/2010-04-01/Accounts/${lab.accountSid}/Balance.json`, {
      headers: { Authorization: `Basic ${btoa(`${sid}:${secret}`)}` },
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 20003 });
  });
});

describe('an account that is not active', () => {
  it.each(['suspended', 'closed'] as const)('%s: it can be read, and makes no calls', async (status) => {
    lab.setAccount({ status });
    expect(await account().fetch()).toMatchObject({ status });
    expect(await refusal(place())).toMatchObject({ status: 403, code: 20005 });
    const [number] = await sdk(lab).incomingPhoneNumbers.list();
    const update = sdk(lab)
      .incomingPhoneNumbers(number?.sid ?? '')
      .update({ voiceUrl: 'https://example.com/voice' });
    expect(await refusal(update)).toMatchObject({ status: 403, code: 20005 });
  });

  it('takes no calls', async () => {
    lab.setNumber(from, { voiceUrl: 'https://example.com/voice' });
    lab.setAccount({ status: 'suspended' });
    expect(() => lab.dialIn({ to: from })).toThrow('The account of +15005550006 is not active.');
  });
});

describe('a trial account', () => {
  it('calls only the numbers that were verified', async () => {
    lab.setAccount({ type: 'Trial', verified: [to] });
    expect(await account().fetch()).toMatchObject({ type: 'Trial' });
    expect(await refusal(place('+15005550011'))).toMatchObject({ status: 400, code: 21219 });
    await end(await place());
  });
});

describe('a limit of calls at once', () => {
  it('refuses the call above it with 10004, and takes one as soon as one has ended', async () => {
    lab.setAccount({ callsAtOnce: 1 });
    const first = await place();
    expect(await refusal(place())).toMatchObject({ status: 400, code: 10004 });
    await end(first);
    await end(await place());
  });
});

describe("the lab's own API", () => {
  const put = (body: unknown) =>
    fetch(`${lab.url}/lab/account`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('suspends the account', async () => {
    const answer = await put({ status: 'suspended' });
    expect(await answer.json()).toMatchObject({ account: { status: 'suspended', type: 'Full' } });
  });

  it.each([
    [{ status: 'asleep' }, 'status of the account must be active, suspended, closed.'],
    [{ balance: 12 }, 'balance of the account must be a number as text.'],
    [{ verified: ['5'] }, 'verified of the account must be a list of numbers like +15005550010.'],
    [{ mood: 'good' }, 'An account has no "mood".'],
    [[], 'Send an object, for example {"status": "suspended"}.'],
  ])('refuses %j and changes nothing', async (body, sentence) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid_account',
      error: expect.stringContaining(sentence),
    });
    expect(await account().fetch()).toMatchObject({ status: 'active' });
  });
});

describe('the price of a call', () => {
  it('is null until it is told, and then the begun minutes of an answered call as a charge', async () => {
    const { sid } = await place();
    await lab.waitFor(
      (entry) => entry.kind === 'call' && entry.record.sid === sid && entry.record.status === 'in-progress',
    );
    lab.setAccount({ pricePerMinute: '0.0140', currency: 'EUR' });
    expect(await sdk(lab).calls(sid).fetch()).toMatchObject({ price: null, priceUnit: 'EUR' });
    lab.setAccount({ pricePerMinute: null });
    await end({ sid });
    const { answeredAt, endedAt } = await lab.ended(sid);
    const minutes = Math.ceil(((endedAt ?? 0) - (answeredAt ?? 0)) / 60_000);
    expect(minutes).toBeGreaterThan(0);
    expect(await sdk(lab).calls(sid).fetch()).toMatchObject({ price: null });
    lab.setAccount({ pricePerMinute: '0.0140' });
    const price = (-0.014 * minutes).toFixed(5);
    expect(await sdk(lab).calls(sid).fetch()).toMatchObject({ price, priceUnit: 'EUR' });
  });
});
