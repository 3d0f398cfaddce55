import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
const [first = '', second = ''] = ['+15005550006', '+15005550007'];

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000 });
  app = await startApp(() => lab, {
    '/in': twiml('<Say>Welcome.</Say>'),
    '/reject': twiml('<Reject reason="busy"/>'),
    '/refuse': twiml('<Reject/>'),
    '/nothing': twiml(''),
    '/late': twiml('<Pause length="5"/><Say>Late.</Say>'),
    '/waits': twiml('<Pause length="600"/>'),
  });
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

async function setVoiceUrl(path: string, number = first) {
  const client = sdk(lab);
  const [found] = await client.incomingPhoneNumbers.list({ phoneNumber: number });
  if (!found) throw new Error('no such number');
  return client
    .incomingPhoneNumbers(found.sid)
    .update({ voiceUrl: path && app.url + path, statusCallback: `${app.url}/number-status` });
}

const dial = (body: unknown) =>
  fetch(`${lab.url}/lab/dial`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

describe('incoming numbers over the SDK', () => {
  it('are listed, filtered, fetched and changed', async () => {
    const client = sdk(lab);
    const all = await client.incomingPhoneNumbers.list();
    expect(all.map((one) => one.phoneNumber)).toEqual([first, second]);
    const updated = await setVoiceUrl('/in', second);
    expect(updated).toMatchObject({
      voiceUrl: `${app.url}/in`,
      voiceMethod: 'POST',
      friendlyName: '(500) 555-0007',
    });
    const fetched = await client.incomingPhoneNumbers(updated.sid).fetch();
    expect(fetched.voiceUrl).toBe(`${app.url}/in`);
    await client
      .incomingPhoneNumbers(updated.sid)
      .update({ voiceUrl: '', voiceMethod: 'GET', friendlyName: 'Desk' });
    expect(await client.incomingPhoneNumbers(updated.sid).fetch()).toMatchObject({
      voiceUrl: '',
      voiceMethod: 'GET',
      friendlyName: 'Desk',
    });
    expect(await client.incomingPhoneNumbers.list({ phoneNumber: '0007' })).toHaveLength(1);
  });

  it('are bought, called from and released', async () => {
    const client = sdk(lab);
    const voiceUrl = `${app.url}/in`;
    const bought = await client.incomingPhoneNumbers.create({ phoneNumber: '+15005550042', voiceUrl });
    expect(bought).toMatchObject({ phoneNumber: '+15005550042', voiceUrl, friendlyName: '(500) 555-0042' });
    const near = await client.incomingPhoneNumbers.create({ areaCode: '212' });
    expect(near.phoneNumber).toBe('+12125551000');
    expect(lab.phoneNumbers).toEqual([first, second, '+15005550042', '+12125551000']);
    const call = { to: '+15005550010', from: bought.phoneNumber, twiml: twiml('') };
    expect((await client.calls.create(call)).phoneNumberSid).toBe(bought.sid);
    expect(await client.incomingPhoneNumbers(bought.sid).remove()).toBe(true);
    expect(await client.incomingPhoneNumbers(near.sid).remove()).toBe(true);
    expect(await refusal(client.calls.create(call))).toMatchObject({ status: 400, code: 21210 });
    expect(await refusal(client.incomingPhoneNumbers(bought.sid).fetch())).toMatchObject({ code: 20404 });
    expect(lab.phoneNumbers).toEqual([first, second]);
  });

  it.each([
    [{ phoneNumber: first }, 21422],
    [{ phoneNumber: '+15005550000' }, 21422],
    [{ phoneNumber: '+15005550001' }, 21421],
    [{ phoneNumber: 'mine' }, 21421],
    [{ areaCode: '12' }, 21451],
    [{}, 21421],
  ])('are not bought with %o: %i', async (wish, code) => {
    const refused = await refusal(sdk(lab).incomingPhoneNumbers.create(wish));
    expect(refused).toMatchObject({ status: 400, code });
  });
});

describe('an inbound call', () => {
  it('runs the voice URL of the number while it rings, and ends', async () => {
    await setVoiceUrl('/in');
    const answer = await dial({ from: '+15005550010', to: first });
    const { callSid } = (await answer.json()) as { callSid: string };
    const hit = await app.hit('/in', (one) => one.params.CallSid === callSid);
    expect(hit.signed).toBe(true);
    expect(hit.params).toMatchObject({
      CallStatus: 'ringing',
      Direction: 'inbound',
      From: '+15005550010',
      To: first,
    });
    const call = await lab.ended(callSid);
    expect(call.status).toBe('completed');
    const status = await app.hit('/number-status', (one) => one.params.CallSid === callSid);
    expect(status.params).toMatchObject({ CallStatus: 'completed', Direction: 'inbound' });
    expect(await sdk(lab).calls(callSid).fetch()).toMatchObject({
      direction: 'inbound',
      status: 'completed',
    });
  });

  it('may withhold its number', async () => {
    await setVoiceUrl('/in');
    const { sid } = lab.dialIn({ to: first });
    const hit = await app.hit('/in', (one) => one.params.CallSid === sid);
    expect(hit.params).toMatchObject({ From: 'anonymous', Caller: 'anonymous', FromCountry: '' });
    await lab.ended(sid);
  });

  it.each([
    ['/reject', 'busy'],
    ['/refuse', 'no-answer'],
    ['/nothing', 'completed'],
  ])('answered with %s ends %s', async (path, status) => {
    await setVoiceUrl(path);
    const { sid } = lab.dialIn({ from: '+15005550010', to: first });
    expect((await lab.ended(sid)).status).toBe(status);
  });

  it('keeps ringing during a first Pause', async () => {
    await setVoiceUrl('/late');
    const { sid } = lab.dialIn({ from: '+15005550010', to: first });
    const call = await lab.ended(sid);
    expect((call.answeredAt ?? 0) - call.createdAt).toBeGreaterThanOrEqual(4_900);
  });

  it('can be ended by the caller before the answer', async () => {
    await setVoiceUrl('/waits');
    const { sid } = lab.dialIn({ from: '+15005550010', to: first });
    await app.hit('/waits', (one) => one.params.CallSid === sid);
    const answer = await fetch(`${lab.url}/lab/calls/${sid}/hangup`, { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(lab.call(sid)?.status).toBe('canceled');
  });

  it('to a number without a voice URL is refused and not logged', async () => {
    await setVoiceUrl('');
    const before = lab.calls().length;
    const answer = await dial({ from: '+15005550010', to: first });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'out_of_service' });
    expect(lab.calls()).toHaveLength(before);
  });

  it.each([
    [{ to: '+15005550099' }, 404, 'unknown_number'],
    [{}, 400, 'invalid_to'],
    [{ to: first, from: 'bob' }, 400, 'invalid_from'],
  ])('by %o is refused', async (body, status, code) => {
    await setVoiceUrl('/in');
    const answer = await dial(body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, error: expect.any(String) });
  });
});
