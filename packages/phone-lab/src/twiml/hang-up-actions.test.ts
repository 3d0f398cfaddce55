import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { placeAndAnswer, waitForSaid } from '../../testing/calls.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;

beforeAll(async () => {
  lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset', '+15005550020': 'confirms' } });
  app = await startApp(() => lab, {
    '/recorded': twiml('<Say>Thank you.</Say>'),
    '/dialed': twiml('<Say>And back.</Say>'),
    '/elsewhere': twiml('<Pause length="5"/>'),
    '/transcript': '',
  });
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

const requested = (path: string, sid: string) => app.hit(path, (hit) => hit.params.CallSid === sid);
const asked = (path: string, sid: string) => app.on(path).filter((hit) => hit.params.CallSid === sid);

describe('<Record action>', () => {
  it('is requested when the caller hangs up in the middle of a message', async () => {
    const sid = await placeAndAnswer(lab, `<Record action="${app.url}/recorded"/>`);
    lab.say(sid, 'Please call me back.');
    await waitForSaid(lab, sid, 'call me back');
    lab.hangUp(sid);
    const { params, signed } = await requested('/recorded', sid);
    expect(signed).toBe(true);
    expect(params).toMatchObject({ Digits: 'hangup', CallStatus: 'completed' });
    expect(params.RecordingSid).toMatch(/^RE[0-9a-f]{32}$/);
    expect(params.RecordingUrl).toContain(params.RecordingSid);
    expect(Number(params.RecordingDuration)).toBeGreaterThan(0);
  });

  it('is not requested where nothing was said before the hang-up', async () => {
    const sid = await placeAndAnswer(lab, `<Record action="${app.url}/recorded"/>`);
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'recording');
    lab.hangUp(sid);
    await lab.ended(sid);
    await sdk(lab).calls(sid).fetch();
    expect(asked('/recorded', sid)).toEqual([]);
  });

  it('is not requested by a recording whose document was replaced', async () => {
    const sid = await placeAndAnswer(lab, `<Record action="${app.url}/recorded" timeout="30"/>`);
    lab.say(sid, 'One moment.');
    await waitForSaid(lab, sid, 'One moment');
    await sdk(lab)
      .calls(sid)
      .update({ url: `${app.url}/elsewhere` });
    await lab.waitFor(
      (entry) =>
        entry.callSid === sid && entry.kind === 'recording' && entry.recording.status === 'completed',
    );
    await lab.ended(sid);
    expect(asked('/recorded', sid)).toEqual([]);
  });
});

describe('<Record transcribe>', () => {
  it('reports a failed transcription to transcribeCallback, and the call goes on', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Record action="${app.url}/recorded" transcribe="true" transcribeCallback="${app.url}/transcript" timeout="1"/>`,
    );
    lab.say(sid, 'Please call me back.');
    const { params } = await requested('/recorded', sid);
    await waitForSaid(lab, sid, 'Thank you.');
    const transcript = await requested('/transcript', sid);
    expect(transcript.signed).toBe(true);
    expect(transcript.params).toMatchObject({
      TranscriptionStatus: 'failed',
      TranscriptionText: '',
      RecordingSid: params.RecordingSid,
      RecordingUrl: params.RecordingUrl,
    });
    expect(transcript.params.TranscriptionSid).toMatch(/^TR[0-9a-f]{32}$/);
    const problems = lab.ledger(sid).filter((entry) => entry.kind === 'problem');
    expect(problems).toMatchObject([{ level: 'warning', message: expect.stringContaining('transcri') }]);
  });

  it('without a callback is a warning too', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Record action="${app.url}/recorded" transcribe="true" timeout="1"/>`,
    );
    lab.say(sid, 'Hello.');
    await requested('/recorded', sid);
  });
});

describe('<Dial action>', () => {
  it('is requested when the caller hangs up while bridged', async () => {
    const sid = await placeAndAnswer(lab, `<Dial action="${app.url}/dialed">+15005550020</Dial>`);
    const child = await lab.waitFor(
      (entry) =>
        entry.kind === 'call' && entry.record.parentCallSid === sid && entry.record.status === 'in-progress',
    );
    await waitForSaid(lab, sid, 'Hello?');
    lab.hangUp(sid);
    expect((await requested('/dialed', sid)).params).toMatchObject({
      CallStatus: 'completed',
      DialCallStatus: 'completed',
      DialCallSid: child.callSid,
      DialBridged: 'true',
    });
    expect(lab.ledger(sid).some((entry) => entry.kind === 'said' && entry.text === 'And back.')).toBe(false);
  });

  it('is requested when the caller hangs up while the number rings', async () => {
    const sid = await placeAndAnswer(lab, `<Dial action="${app.url}/dialed">+15005550102</Dial>`);
    await lab.waitFor(
      (entry) =>
        entry.kind === 'call' && entry.record.parentCallSid === sid && entry.record.status === 'ringing',
    );
    lab.hangUp(sid);
    expect((await requested('/dialed', sid)).params).toMatchObject({
      CallStatus: 'completed',
      DialCallStatus: 'canceled',
      DialBridged: 'false',
    });
  });
});
