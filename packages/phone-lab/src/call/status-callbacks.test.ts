import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { manualClock } from '../../testing/manual-clock.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
let client: ReturnType<typeof sdk>;
const from = '+15005550006';
const everything = ['initiated', 'ringing', 'answered', 'completed'];

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000 });
  app = await startApp(() => lab, { '/voice': twiml('<Say>Good morning to you.</Say>') });
  client = sdk(lab);
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

let count = 0;
/** Places a call and returns its status callbacks once the last one has arrived. */
async function watch(to: string, options: Record<string, unknown> = {}) {
  const path = `/status-${++count}`;
  const call = await client.calls.create({
    to,
    from,
    url: `${app.url}/voice`,
    statusCallback: `${app.url}${path}?id=c_${count}`,
    statusCallbackEvent: everything,
    ...options,
  });
  await app.hit(path, (hit) => 'CallDuration' in hit.params);
  return { call: await client.calls(call.sid).fetch(), hits: app.on(path) };
}

describe('status callbacks', () => {
  it('report every event of an answered call, signed, in order', async () => {
    const { call, hits } = await watch('+15005550010');
    expect(hits.map((hit) => hit.params.CallStatus)).toEqual([
      'initiated',
      'ringing',
      'in-progress',
      'completed',
    ]);
    expect(hits.map((hit) => hit.params.SequenceNumber)).toEqual(['0', '1', '2', '3']);
    expect(hits.every((hit) => hit.signed && hit.method === 'POST')).toBe(true);
    const last = hits.at(-1)?.params;
    expect(last).toMatchObject({
      CallSid: call.sid,
      AccountSid: lab.accountSid,
      From: from,
      Caller: from,
      To: '+15005550010',
      Called: '+15005550010',
      ApiVersion: '2010-04-01',
      Direction: 'outbound-api',
      CallbackSource: 'call-progress-events',
      CallDuration: call.duration,
      Duration: String(Math.ceil(Number(call.duration) / 60)),
      SipResponseCode: '200',
      FromCountry: 'US',
      CalledCity: '',
    });
    expect(last?.Timestamp).toMatch(/ \+0000$/);
    expect(hits[0]?.params).not.toHaveProperty('CallDuration');
  });

  it('are sent for completed only by default', async () => {
    const { hits } = await watch('+15005550010', { statusCallbackEvent: undefined });
    expect(hits.map((hit) => hit.params.CallStatus)).toEqual(['completed']);
    expect(hits[0]?.params.SequenceNumber).toBe('3');
  });

  it('are sent by GET on request', async () => {
    const path = `/status-${++count}`;
    const statusCallback = `${app.url}${path}`;
    await client.calls.create({
      to: '+15005550010',
      from,
      twiml: twiml(''),
      statusCallback,
      statusCallbackMethod: 'GET',
    });
    const hit = await app.hit(path);
    expect(hit).toMatchObject({ method: 'GET', signed: true });
    expect(hit.query.get('CallStatus')).toBe('completed');
  });

  it.each([
    ['+15005550101', 'busy', ['initiated', 'ringing', 'busy'], '486'],
    ['+15005550102', 'no-answer', ['initiated', 'ringing', 'no-answer'], '487'],
    ['+15005550107', 'failed', ['initiated', 'failed'], '503'],
    ['+15005550186', 'no-answer', ['initiated', 'ringing', 'no-answer'], '603'],
    ['+15005550187', 'failed', ['initiated', 'failed'], '608'],
  ])('of %s end as %s', async (to, status, told, sip) => {
    const { call, hits } = await watch(to, { timeout: 20 });
    expect(call).toMatchObject({ status, duration: null });
    expect(call.endTime).toBeNull();
    expect(hits.map((hit) => hit.params.CallStatus)).toEqual(told);
    expect(hits.at(-1)?.params).toMatchObject({ CallDuration: '0', Duration: '0', SipResponseCode: sip });
  });

  it('say with ringing and answered how the carrier vouches for the number, where that is set', async () => {
    lab.setNumber(from, { stirStatus: 'A' });
    onTestFinished(() => lab.setNumber(from, { stirStatus: null }));
    const { hits } = await watch('+15005550010');
    expect(hits.map(({ params }) => params.StirStatus)).toEqual([undefined, 'A', 'A', undefined]);
    const other = await watch('+15005550010', { from: lab.phoneNumbers[1] });
    expect(other.hits.filter(({ params }) => 'StirStatus' in params)).toEqual([]);
  });

  it('rings as long as Timeout says', async () => {
    const clock = manualClock();
    const still = await startLab({ clock });
    onTestFinished(() => still.stop());
    const call = { to: '+15005550102', from, twiml: twiml(''), timeout: 5 };
    const { sid } = await sdk(still).calls.create(call);
    clock.advance(60_000);
    const at = (status: string) =>
      still
        .ledger(sid)
        .flatMap((entry) =>
          entry.kind === 'call' && entry.record.status === status ? [entry.record.updatedAt] : [],
        )[0] ?? 0;
    expect(at('no-answer') - at('ringing')).toBe(5_000);
  });

  it('ends a call at its TimeLimit', async () => {
    const clock = manualClock();
    const still = await startLab({ clock, callees: { default: 'silent' } });
    onTestFinished(() => still.stop());
    const call = { to: '+15005550010', from, twiml: twiml('<Pause length="3000"/>'), timeLimit: 30 };
    const { sid } = await sdk(still).calls.create(call);
    clock.advance(10_000);
    expect(still.call(sid)?.status).toBe('in-progress');
    clock.advance(30_000);
    expect(await sdk(still).calls(sid).fetch()).toMatchObject({ status: 'completed', duration: '30' });
  });

  it('goes on past its first TimeLimit when a longer one is set during the call', async () => {
    const clock = manualClock();
    const still = await startLab({ clock, callees: { default: 'silent' } });
    onTestFinished(() => still.stop());
    const document = twiml('<Pause length="3000"/>');
    const { sid } = await sdk(still).calls.create({
      to: '+15005550010',
      from,
      twiml: document,
      timeLimit: 60,
    });
    clock.advance(10_000);
    expect(still.call(sid)?.status).toBe('in-progress');
    await sdk(still).calls(sid).update({ timeLimit: 90 });
    clock.advance(70_000);
    expect(still.call(sid)?.status).toBe('in-progress');
    clock.advance(20_000);
    expect(await sdk(still).calls(sid).fetch()).toMatchObject({ status: 'completed', duration: '90' });
  });

  it('ends when the callee hangs up in the middle of the first sentence', async () => {
    const { call } = await watch('+15005550104', {
      url: undefined,
      twiml: twiml(`<Say>${'word '.repeat(40)}</Say>`),
    });
    expect(call.status).toBe('completed');
    const said = lab.ledger(call.sid).find((entry) => entry.kind === 'said' && entry.by === 'app');
    expect(said).toMatchObject({ cut: true, text: 'word word word word' });
  });

  it('sends digits before anything else', async () => {
    const { call } = await watch('+15005550010', { sendDigits: '1w#' });
    const digits = lab.ledger(call.sid).flatMap((entry) => (entry.kind === 'digit' ? [entry.digit] : []));
    expect(digits).toEqual(['1', '#']);
  });
});

describe('the queue', () => {
  it('is full when a call would wait for more than 24 hours: 22005, until it is shorter', async () => {
    const clock = manualClock();
    // A call leaves it every 12 hours.
    const slow = await startLab({ clock, cps: 1 / 43_200 });
    onTestFinished(() => slow.stop());
    const place = () => sdk(slow).calls.create({ to: '+15005550010', from, twiml: twiml('') });
    for (const waits of [0, 12, 24]) expect((await place()).queueTime).toBe(String(waits * 3_600_000));
    const full = { status: 400, code: 22005, message: 'Call Queue Full' };
    await expect(place()).rejects.toMatchObject(full);
    expect(slow.calls()).toHaveLength(3);
    clock.advance(12 * 3_600_000);
    expect((await place()).queueTime).toBe(String(24 * 3_600_000));
  });

  it('lets `cps` calls per second out, reports the wait, and sends no callback for calls cancelled in it', async () => {
    const clock = manualClock();
    const slow = await startLab({ clock, cps: 0.1 });
    try {
      const other = sdk(slow);
      const statusCallback = `${app.url}/queue`;
      const options = { from, twiml: twiml(''), statusCallback, statusCallbackEvent: everything };
      const first = await other.calls.create({ to: '+15005550010', ...options });
      const second = await other.calls.create({ to: '+15005550011', ...options });
      const third = await other.calls.create({ to: '+15005550012', ...options });
      expect([first, second, third].map(({ queueTime }) => queueTime)).toEqual(['0', '10000', '20000']);
      const canceled = await other.calls(third.sid).update({ status: 'canceled' });
      expect(canceled.status).toBe('canceled');
      const lastOf = ({ sid }: { sid: string }) =>
        app.on('/queue').findLast((hit) => hit.params.CallSid === sid)?.params.CallStatus;
      await expect
        .poll(() => {
          clock.advance(1_000);
          return [first, second].map(lastOf);
        })
        .toEqual(['completed', 'completed']);
      expect(lastOf(third)).toBeUndefined();
      const { startedAt, createdAt } = slow.call(second.sid) ?? { startedAt: 0, createdAt: 0 };
      expect((startedAt ?? 0) - createdAt).toBe(10_000);
    } finally {
      await slow.stop();
    }
  });
});
