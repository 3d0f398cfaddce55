import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let client: ReturnType<typeof sdk>;
const from = '+15005550006';
const wait = twiml('<Pause length="3600"/>');

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000, callees: { default: 'silent' } });
  client = sdk(lab);
});
afterAll(() => lab.stop());

const raw = (path: string, init: RequestInit = {}) =>
  fetch(lab.url + path, {
    ...init,
    headers: { Authorization: `Basic ${btoa(`${lab.accountSid}:${lab.authToken}`)}`, ...init.headers },
  });

const status = (sid: string, wanted: string) =>
  lab.waitFor((entry) => entry.kind === 'call' && entry.callSid === sid && entry.record.status === wanted);

describe('Calls over the official SDK', () => {
  it('creates, fetches, ends and deletes', async () => {
    const created = await client.calls.create({ to: '(500) 555-0010', from, twiml: wait });
    expect(created).toMatchObject({
      status: 'queued',
      to: '+15005550010',
      from,
      direction: 'outbound-api',
      duration: null,
    });
    expect(created.startTime).toBeNull();
    expect(created.endTime).toBeNull();
    await status(created.sid, 'in-progress');
    expect((await client.calls(created.sid).fetch()).status).toBe('in-progress');
    expect(await refusal(client.calls(created.sid).remove())).toMatchObject({ status: 409, code: 20009 });
    const ended = await client.calls(created.sid).update({ status: 'completed' });
    expect(ended.status).toBe('completed');
    expect(Number(ended.duration)).toBeGreaterThan(0);
    const length = (ended.endTime.getTime() - ended.startTime.getTime()) / 1000;
    expect(length).toBeGreaterThanOrEqual(Number(ended.duration));
    expect(await client.calls(created.sid).remove()).toBe(true);
    expect(await refusal(client.calls(created.sid).fetch())).toMatchObject({ status: 404, code: 20404 });
  });

  it('sends every field, nulls included, scalars as strings', async () => {
    const { sid } = await client.calls.create({ to: '+15005550010', from, twiml: wait });
    const body = (await (
      await raw(`/2010-04-01/Accounts/${lab.accountSid}/Calls/${sid}.json`)
    ).json()) as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(
      'account_sid answered_by api_version caller_name date_created date_updated direction duration end_time forwarded_from from from_formatted group_sid parent_call_sid phone_number_sid price price_unit queue_time sid start_time status subresource_uris to to_formatted trunk_sid uri'.split(
        ' ',
      ),
    );
    expect(body).toMatchObject({
      end_time: null,
      duration: null,
      price: null,
      price_unit: 'USD',
      queue_time: '0',
      to_formatted: '(500) 555-0010',
    });
    expect(body.date_created).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/);
    expect(body.phone_number_sid).toMatch(/^PN[0-9a-f]{32}$/);
    expect(Object.keys(body.subresource_uris as object)).toHaveLength(9);
    await client.calls(sid).update({ status: 'completed' });
  });

  it('pages through a list with stable tokens, newest first', async () => {
    const to = '+15005550199';
    const sids: string[] = [];
    for (let count = 0; count < 5; count++)
      sids.unshift((await client.calls.create({ to, from, twiml: wait })).sid);
    const page = await client.calls.page({ to, pageSize: 2 });
    expect(page.instances.map((one) => one.sid)).toEqual(sids.slice(0, 2));
    await client.calls.create({ to, from, twiml: wait });
    const second = await page.nextPage();
    expect(second?.instances.map((one) => one.sid)).toEqual(sids.slice(2, 4));
    const all = await client.calls.list({ to, pageSize: 2 });
    expect(all.map((one) => one.sid).slice(1)).toEqual(sids);
    expect(await client.calls.list({ to, status: 'busy' })).toEqual([]);
    for (const call of all) await client.calls(call.sid).update({ status: 'completed' });
  });

  it('returns at most a thousand calls per page to a client with a higher limit', async () => {
    const { sid } = await client.calls.create({ to: '+15005550197', from, twiml: wait });
    const found = await client.calls.list({ to: '+15005550197', limit: 5000 });
    expect(found.map((one) => one.sid)).toEqual([sid]);
    const path = `/2010-04-01/Accounts/${lab.accountSid}/Calls.json?PageSize=5000`;
    expect(await (await raw(path)).json()).toMatchObject({ page_size: 1000 });
    await client.calls(sid).update({ status: 'completed' });
  });

  it('finds a number in any notation, also with its plus sign decoded as a space', async () => {
    const { sid } = await client.calls.create({ to: '+15005550196', from, twiml: wait });
    const path = `/2010-04-01/Accounts/${lab.accountSid}/Calls.json`;
    for (const written of ['%2B15005550196', '+15005550196', '(500)%20555-0196'])
      expect(await (await raw(`${path}?To=${written}`)).json()).toMatchObject({ calls: [{ sid }] });
    await client.calls(sid).update({ status: 'completed' });
  });

  it('filters by time of start', async () => {
    const call = await client.calls.create({ to: '+15005550198', from, twiml: wait });
    await status(call.sid, 'in-progress');
    const hour = 3_600_000;
    const before = new Date(Date.now() - hour);
    const after = new Date(Date.now() + hour);
    expect(await client.calls.list({ to: call.to, startTimeAfter: before })).toHaveLength(1);
    expect(await client.calls.list({ to: call.to, startTimeAfter: after })).toHaveLength(0);
    expect(await client.calls.list({ to: call.to, startTimeBefore: before })).toHaveLength(0);
    const { startTime } = await client.calls(call.sid).fetch();
    const midnight = new Date(startTime.toISOString().slice(0, 10));
    expect(await client.calls.list({ to: call.to, startTime: midnight })).toHaveLength(1);
    const dayBefore = new Date(midnight.getTime() - 24 * hour);
    expect(await client.calls.list({ to: call.to, startTime: dayBefore })).toHaveLength(0);
    await client.calls(call.sid).update({ status: 'completed' });
  });

  it('refuses to redirect a call that is not answered', async () => {
    const call = await client.calls.create({ to: '+15005550102', from, twiml: wait, timeout: 600 });
    expect(await refusal(client.calls(call.sid).update({ twiml: wait }))).toMatchObject({
      status: 400,
      code: 21220,
    });
  });

  it.each([{ status: 'completed' as const }, { twiml: wait }])(
    'knows no call any more that has ended, when %o is asked of it; 21220 where a knob says so',
    async (change) => {
      const call = await client.calls.create({ to: '+15005550102', from, twiml: wait, timeout: 600 });
      await client.calls(call.sid).update({ status: 'canceled' });
      const update = () => refusal(client.calls(call.sid).update(change));
      expect(await update()).toMatchObject({ status: 404, code: 20404 });
      lab.faults.set({ endedCallRefused: 1 });
      expect(await update()).toMatchObject({ status: 400, code: 21220 });
      lab.faults.clear();
      expect(await client.calls(call.sid).fetch()).toMatchObject({ status: 'canceled' });
    },
  );

  it('does not cancel a call that is in progress', async () => {
    const call = await client.calls.create({ to: '+15005550010', from, twiml: wait });
    await status(call.sid, 'in-progress');
    expect((await client.calls(call.sid).update({ status: 'canceled' })).status).toBe('in-progress');
    await client.calls(call.sid).update({ status: 'completed' });
  });

  it('redirects a live call', async () => {
    const call = await client.calls.create({ to: '+15005550010', from, twiml: wait });
    await status(call.sid, 'in-progress');
    await client.calls(call.sid).update({ twiml: twiml('<Say>Something else.</Say>') });
    await lab.ended(call.sid);
    expect(
      lab.ledger(call.sid).some((entry) => entry.kind === 'said' && entry.text === 'Something else.'),
    ).toBe(true);
  });
});
