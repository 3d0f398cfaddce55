import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { from, placeAndAnswer, to, waitForSaid } from '../../testing/calls.ts';
import { type StreamApp, startStreamApp } from '../../testing/stream-app.ts';
import { wordsIn } from '../audio/voice-reader.ts';
import { readChannels } from '../audio/wav.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
let media: StreamApp;
const basic = () => `Basic ${Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64')}`;

beforeAll(async () => {
  lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset' } });
  app = await startApp(() => lab, { '/recording': '', '/status': '', '/dialed': '', '/recorded': '' });
  media = await startStreamApp(() => lab);
});
afterEach(() => lab.faults.clear());
afterAll(async () => {
  await media.close();
  await app.close();
  await lab.stop();
});

const callback = (sid: string, status = 'completed') =>
  app.hit('/recording', (hit) => hit.params.CallSid === sid && hit.params.RecordingStatus === status);
const download = (url: string, headers: Record<string, string> = { Authorization: basic() }) =>
  fetch(url, { headers });

describe('recordings by REST', () => {
  it('are started, paused, resumed and stopped on a live call', async () => {
    const sid = await placeAndAnswer(lab, `<Connect><Stream url="${media.url}/m"/></Connect>`);
    await media.peer(sid);
    const client = sdk(lab);
    const made = await client.calls(sid).recordings.create({
      recordingChannels: 'dual',
      recordingTrack: 'inbound',
      recordingStatusCallback: `${app.url}/recording`,
    });
    expect(made).toMatchObject({
      status: 'in-progress',
      source: 'StartCallRecordingAPI',
      track: 'inbound',
      channels: 2,
    });
    lab.say(sid, 'Keep this.');
    await waitForSaid(lab, sid, 'Keep this.');
    const current = client.calls(sid).recordings('Twilio.CURRENT');
    expect((await current.update({ status: 'paused', pauseBehavior: 'skip' })).status).toBe('paused');
    lab.say(sid, 'Not this.');
    await waitForSaid(lab, sid, 'Not this.');
    await client.calls(sid).recordings(made.sid).update({ status: 'in-progress' });
    lab.say(sid, 'And this.');
    await waitForSaid(lab, sid, 'And this.');
    const stopped = await client
      .calls(sid)
      .recordings(made.sid)
      .update({ status: 'stopped' as never });
    expect(stopped.status).toBe('processing');
    const { params } = await callback(sid);
    const file = Buffer.from(await (await download(params.RecordingUrl ?? '')).arrayBuffer());
    const [person = Buffer.alloc(0), agent = Buffer.alloc(0)] = readChannels(file);
    expect(wordsIn(person)).toMatch(/^Keep this\. ?And this\.$/);
    expect(agent.every((byte) => byte === 0xff)).toBe(true);
    expect(await refusal(current.update({ status: 'paused' }))).toMatchObject({ status: 404 });
    lab.hangUp(sid);
    await lab.ended(sid);
    expect(await refusal(client.calls(sid).recordings.create())).toMatchObject({ status: 400, code: 21220 });
  });

  it.each([
    { recordingChannels: 'three' },
    { recordingTrack: 'left' },
    { trim: 'maybe' },
    { recordingStatusCallbackEvent: ['sometimes'] },
  ])('refuse %o', async (wrong) => {
    const create = sdk(lab).calls.create({ to, from, twiml: twiml(''), record: true, ...wrong });
    expect(await refusal(create)).toMatchObject({ status: 400, code: 20001 });
  });

  it('have a callback that fault knobs delay, drop or duplicate', async () => {
    lab.faults.set({
      delayCallback: { events: ['recording-completed'], ms: 600 },
      duplicateCallback: { events: ['recording-completed'] },
    });
    const sid = await placeAndAnswer(lab, '<Say>Agent speaking.</Say>', {
      record: true,
      recordingStatusCallback: `${app.url}/recording`,
      statusCallback: `${app.url}/status`,
    });
    await callback(sid);
    const isMine = (hit: { params: Record<string, string> }) => hit.params.CallSid === sid;
    const order = app.hits.filter(isMine).map((hit) => hit.path);
    expect(order[0]).toBe('/status');
    await lab.waitFor(
      (entry) => entry.callSid === sid && entry.kind === 'fault' && entry.knob === 'delayCallback',
    );
    const client = sdk(lab);
    // The resource knows before the callback says so.
    expect((await client.recordings.list({ callSid: sid }))[0]?.status).toBe('completed');
  });
});

describe('verbs that record', () => {
  it('<Record> records what the caller says until a key', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Record action="${app.url}/recorded" finishOnKey="#" maxLength="60" trim="do-not-trim"/>`,
    );
    lab.say(sid, 'Please call me back.');
    await waitForSaid(lab, sid, 'call me back.');
    lab.press(sid, '1#');
    const hit = await app.hit('/recorded', (one) => one.params.CallSid === sid);
    expect(hit.params).toMatchObject({ Digits: '#', RecordingSid: expect.stringMatching(/^RE/) });
    expect(Number(hit.params.RecordingDuration)).toBeGreaterThan(0);
    expect(hit.params.RecordingUrl).toContain(hit.params.RecordingSid);
  });

  it('<Record> without speech goes on with the next verb', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Record timeout="2" action="${app.url}/recorded"/><Say>You said nothing.</Say>`,
    );
    await waitForSaid(lab, sid, 'You said nothing.');
    expect(await sdk(lab).recordings.list({ callSid: sid })).toEqual([]);
  });

  it('<Dial record> records the conversation', async () => {
    lab.callees.setNumber('+15005550020', 'silent');
    const sid = await placeAndAnswer(
      lab,
      `<Dial record="record-from-answer-dual" recordingStatusCallback="${app.url}/recording" action="${app.url}/dialed">+15005550020</Dial>`,
    );
    const child = await lab.waitFor(
      (entry) =>
        entry.kind === 'call' && entry.record.parentCallSid === sid && entry.record.status === 'in-progress',
    );
    await lab.waitFor((entry) => entry.kind === 'recording' && entry.callSid === sid);
    lab.say(child.callSid ?? '', 'The other side.');
    await waitForSaid(lab, sid, 'The other side.');
    lab.hangUp(child.callSid ?? '');
    const { params } = await callback(sid);
    expect(params).toMatchObject({ RecordingSource: 'DialVerb', RecordingChannels: '2' });
    const hit = await app.hit('/dialed', (one) => one.params.CallSid === sid);
    expect(hit.params.RecordingUrl).toBe(params.RecordingUrl);
  });
});
