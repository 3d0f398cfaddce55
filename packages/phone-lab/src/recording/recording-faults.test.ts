import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, startApp, type TestApp } from '../../testing/app.ts';
import { placeAndAnswer, problems, waitForSaid } from '../../testing/calls.ts';
import { type RelayApp, startRelayApp } from '../../testing/relay-app.ts';
import { wordsIn } from '../audio/voice-reader.ts';
import { readChannels } from '../audio/wav.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
let relay: RelayApp;

beforeAll(async () => {
  lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset' } });
  app = await startApp(() => lab, { '/recording': '' });
  relay = await startRelayApp(() => lab);
});
afterEach(() => lab.faults.clear());
afterAll(async () => {
  await relay.close();
  await app.close();
  await lab.stop();
});

/** A call that says something, recorded on two channels; the last callback about it. */
async function recorded(last: 'completed' | 'absent' = 'completed', callback = `${app.url}/recording`) {
  const sid = await placeAndAnswer(
    lab,
    `<Start><Recording channels="dual" trim="do-not-trim" recordingStatusCallback="${callback}" recordingStatusCallbackEvent="in-progress completed absent"/></Start><Say>Agent speaking.</Say>`,
  );
  const hit = await app.hit(
    '/recording',
    ({ params }) => params.CallSid === sid && params.RecordingStatus === last,
  );
  return { sid, params: hit.params };
}

const media = (url = '') =>
  fetch(`${url}.wav`, {
    headers: {
      Authorization: `Basic ${Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64')}`,
    },
  });

describe('fault knobs of recordings', () => {
  it('recordingAbsent: an error code, no length, no file', async () => {
    lab.faults.set({ recordingAbsent: { status: 31_999 } });
    const { sid, params } = await recorded('absent');
    expect(params).toMatchObject({ ErrorCode: '31999', RecordingDuration: '0' });
    const [listed] = await sdk(lab).recordings.list({ callSid: sid });
    expect(listed).toMatchObject({ status: 'absent', errorCode: 31_999 });
    expect((await media(params.RecordingUrl)).status).toBe(404);
  });

  it('recordingUnknownSource: in the callback and in the resource', async () => {
    lab.faults.set({ recordingUnknownSource: 1 });
    const { sid, params } = await recorded();
    expect(params.RecordingSource).toBe('SourceOfTomorrow');
    expect((await sdk(lab).recordings.list({ callSid: sid }))[0]?.source).toBe('SourceOfTomorrow');
  });

  it('recordingWrongLength: the stated length is not that of the sound', async () => {
    lab.faults.set({ recordingWrongLength: { ms: 30_000 } });
    const { params } = await recorded();
    const file = await (await media(params.RecordingUrl)).arrayBuffer();
    expect(Number(params.RecordingDuration) - file.byteLength / 32_000).toBeGreaterThan(25);
  });

  it('recordingSwapped: the agent is on the first channel', async () => {
    const agentChannelOf = async () => {
      const { params } = await recorded();
      const file = Buffer.from(await (await media(params.RecordingUrl)).arrayBuffer());
      return readChannels(file).findIndex((channel) => wordsIn(channel).includes('Agent')) + 1;
    };
    expect(await agentChannelOf()).toBe(2);
    lab.faults.set({ recordingSwapped: { times: 1 } });
    expect(await agentChannelOf()).toBe(1);
  });

  it('recordingDownload: a status, or a connection that breaks half-way; then it works', async () => {
    const { params } = await recorded();
    lab.faults.set({ recordingDownload: { status: 503, times: 1 } });
    expect((await media(params.RecordingUrl)).status).toBe(503);
    lab.faults.set({ recordingDownload: { times: 1 } });
    const broken = await media(params.RecordingUrl);
    expect(broken.status).toBe(200);
    await expect(broken.arrayBuffer()).rejects.toThrow();
    expect((await (await media(params.RecordingUrl)).arrayBuffer()).byteLength).toBeGreaterThan(8_000);
  });
});

describe('recordings', () => {
  it('that were deleted are listed on request, without sound', async () => {
    const { sid, params } = await recorded();
    const client = sdk(lab);
    await client.recordings(params.RecordingSid ?? '').remove();
    expect(await client.recordings.list({ callSid: sid })).toEqual([]);
    const [kept] = await client.recordings.list({ callSid: sid, includeSoftDeleted: true });
    expect(kept).toMatchObject({ sid: params.RecordingSid, status: 'deleted' });
    expect((await media(params.RecordingUrl)).status).toBe(404);
  });

  it('with a relative callback address get no callback', async () => {
    const sid = await placeAndAnswer(
      lab,
      '<Start><Recording recordingStatusCallback="/recording"/></Start><Say>Agent speaking.</Say>',
    );
    await lab.ended(sid);
    expect(problems(lab, sid)).toContain('error 11200');
    expect(app.on('/recording').some((hit) => hit.params.CallSid === sid)).toBe(false);
  });

  it('cannot be started or paused by REST while ConversationRelay has the call', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Start><Recording/></Start><Connect><ConversationRelay url="${relay.url}/r"/></Connect>`,
    );
    const peer = await relay.peer(sid);
    peer.say('Agent speaking.');
    await waitForSaid(lab, sid, 'Agent speaking.');
    const { recordings } = sdk(lab).calls(sid);
    const refused = { status: 400, code: 21220 };
    expect(await refusal(recordings.create())).toMatchObject(refused);
    expect(await refusal(recordings('Twilio.CURRENT').update({ status: 'paused' }))).toMatchObject(refused);
    expect(await sdk(lab).recordings.list({ callSid: sid })).toHaveLength(1);
    peer.send({ type: 'end' });
    await lab.ended(sid);
  });
});
