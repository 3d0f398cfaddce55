import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { from } from '../../testing/calls.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
const other = '+15005550007';

beforeAll(async () => {
  lab = await startLab({ speed: 100 });
  app = await startApp(() => lab, {
    '/text': ({ params }) => ({
      body: params.Body === 'Hello' ? twiml('<Message>Hello to you.</Message>') : twiml(''),
    }),
  });
  const [number] = await sdk(lab).incomingPhoneNumbers.list({ phoneNumber: from });
  await sdk(lab)
    .incomingPhoneNumbers(number?.sid ?? '')
    .update({ smsUrl: `${app.url}/text` });
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

const send = (to: string, body = 'See you on Monday.', options: Record<string, unknown> = {}) =>
  sdk(lab).messages.create({ to, from, body, ...options });

const settled = (sid: string, status: string) =>
  lab.waitFor((entry) => entry.kind === 'text' && entry.text.sid === sid && entry.text.status === status);

describe('a text that the program sends', () => {
  it('is accepted, sent and delivered, with a callback for each', async () => {
    const text = await send('+15005550010', undefined, { statusCallback: `${app.url}/status` });
    expect(text).toMatchObject({
      status: 'queued',
      direction: 'outbound-api',
      numSegments: '1',
      errorCode: null,
    });
    await settled(text.sid, 'delivered');
    await app.hit('/status', ({ params }) => params.MessageStatus === 'delivered');
    const hits = app.on('/status').filter(({ params }) => params.MessageSid === text.sid);
    expect(hits.map(({ params }) => params.MessageStatus)).toEqual(['sent', 'delivered']);
    expect(hits.every(({ signed }) => signed)).toBe(true);
    expect(await sdk(lab).messages(text.sid).fetch()).toMatchObject({ status: 'delivered', body: text.body });
    expect((await sdk(lab).messages.list({ to: '+15005550010' })).map(({ sid }) => sid)).toEqual([text.sid]);
  });

  it('is undelivered at a landline that the carrier does not know as one', async () => {
    const text = await send('+15005550191', undefined, { statusCallback: `${app.url}/late` });
    const { params } = await app.hit('/late', (hit) => hit.params.MessageStatus === 'undelivered');
    expect(params).toMatchObject({ MessageSid: text.sid, ErrorCode: '30006' });
  });

  it.each([
    ['a landline', '+15005550190', {}, 21614],
    ["Twilio's test landline", '+15005550009', {}, 21614],
    ['no number', 'nonsense', {}, 21211],
    ['no text', '+15005550010', { body: ' ' }, 21602],
    ['a text that is too long', '+15005550010', { body: 'a'.repeat(1601) }, 21617],
    ['a number that is not ours', '+15005550010', { from: '+15005550042' }, 21659],
  ])('is refused: %s', async (_, to, options, code) => {
    expect(await refusal(send(to, undefined, options))).toMatchObject({ status: 400, code });
  });

  it('is refused from a number that cannot send', async () => {
    lab.setNumber(other, { sms: false });
    expect(await refusal(send('+15005550010', 'Hi', { from: other }))).toMatchObject({ code: 21606 });
    lab.setNumber(other, { sms: true });
  });

  it('is refused with 501 where the lab does not support it', async () => {
    expect(await refusal(send('+15005550010', 'Hi', { mediaUrl: ['https://a.test/b.png'] }))).toMatchObject({
      status: 501,
    });
  });

  it('textTimeout: is sent, and the response never comes', async () => {
    lab.faults.set({ textTimeout: { times: 1, ms: 50, to: '+15005550011' } });
    await refusal(send('+15005550011'));
    const found = await sdk(lab).messages.list({ to: '+15005550011' });
    expect(found).toHaveLength(1);
  });
});

describe('a text from a phone', () => {
  it('asks the webhook of the number, which may reply', async () => {
    const { sid } = lab.sendText({ from: '+15005550012', to: from, body: 'Hello' });
    const hit = await app.hit('/text', ({ params }) => params.MessageSid === sid);
    expect(hit.signed).toBe(true);
    expect(hit.params).toMatchObject({ From: '+15005550012', To: from, Body: 'Hello', NumMedia: '0' });
    const reply = await lab.waitFor((entry) => entry.kind === 'text' && entry.text.to === '+15005550012');
    expect(reply).toMatchObject({ text: { body: 'Hello to you.', direction: 'outbound-reply' } });
  });

  it('STOP unsubscribes from this number only, and START subscribes again', async () => {
    const person = '+15005550013';
    const { sid } = lab.sendText({ from: person, to: from, body: ' Stop ' });
    await app.hit('/text', ({ params }) => params.MessageSid === sid);
    expect(await refusal(send(person))).toMatchObject({ status: 400, code: 21610 });
    expect(await send(person, 'Hi', { from: other })).toMatchObject({ status: 'queued' });
    expect(lab.texts().some(({ to, body }) => to === person && body.includes('unsubscribed'))).toBe(true);
    lab.sendText({ from: person, to: from, body: 'START' });
    expect(await send(person)).toMatchObject({ status: 'queued' });
  });

  it('can be sent over the API of the lab', async () => {
    const post = (body: unknown) =>
      fetch(`${lab.url}/lab/texts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const sent = await post({ from: '+15005550014', to: from, body: 'Thanks' });
    expect(await sent.json()).toMatchObject({ text: { status: 'received', body: 'Thanks' } });
    expect((await post({ from: '+15005550014', to: from })).status).toBe(400);
    expect((await post({ from: '+15005550014', to: '+15005550042', body: 'Hi' })).status).toBe(404);
    const { texts } = (await (await fetch(`${lab.url}/lab/texts`)).json()) as { texts: { body: string }[] };
    expect(texts[0]?.body).toBe('Thanks');
  });
});
