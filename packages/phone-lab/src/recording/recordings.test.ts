import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, startApp, type TestApp } from '../../testing/app.ts';
import { placeAndAnswer, waitForSaid } from '../../testing/calls.ts';
import { type RelayApp, startRelayApp } from '../../testing/relay-app.ts';
import { readChannels } from '../audio/wav.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
let relay: RelayApp;
let dataDir: string;
const basic = () => `Basic ${Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64')}`;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'phone-lab-'));
  lab = await startLab({ speed: 20, cps: 1000, dataDir, callees: { default: 'handset' } });
  app = await startApp(() => lab, { '/recording': '', '/status': '', '/dialed': '', '/recorded': '' });
  relay = await startRelayApp(() => lab);
});
afterAll(async () => {
  await relay.close();
  await app.close();
  await lab.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const callback = (sid: string, status = 'completed') =>
  app.hit('/recording', (hit) => hit.params.CallSid === sid && hit.params.RecordingStatus === status);
const download = (url: string, headers: Record<string, string> = { Authorization: basic() }) =>
  fetch(url, { headers });

async function talk(sid: string): Promise<void> {
  await waitForSaid(lab, sid, 'Agent speaking.');
  lab.say(sid, 'Person speaking.');
  await waitForSaid(lab, sid, 'Person speaking.');
}

describe('Record=true', () => {
  it('records both sides as a WAV file, sends its callback and names it in the last status callback', async () => {
    const sid = await placeAndAnswer(lab, '<Say>Agent speaking.</Say><Pause length="30"/>', {
      record: true,
      recordingChannels: 'dual',
      trim: 'do-not-trim',
      recordingStatusCallback: `${app.url}/recording`,
      recordingStatusCallbackEvent: ['in-progress', 'completed'],
      statusCallback: `${app.url}/status`,
    });
    await talk(sid);
    lab.hangUp(sid);
    const begun = await callback(sid, 'in-progress');
    expect(begun.params).not.toHaveProperty('RecordingDuration');
    const hit = await callback(sid);
    expect(hit.signed).toBe(true);
    expect(hit.params).toEqual({
      AccountSid: lab.accountSid,
      CallSid: sid,
      RecordingSid: expect.stringMatching(/^RE[0-9a-f]{32}$/),
      RecordingUrl: `${lab.url}/2010-04-01/Accounts/${lab.accountSid}/Recordings/${hit.params.RecordingSid}`,
      RecordingStatus: 'completed',
      RecordingDuration: expect.stringMatching(/^\d+$/),
      RecordingChannels: '2',
      RecordingStartTime: expect.stringMatching(/ \+0000$/),
      RecordingSource: 'OutboundAPI',
      RecordingTrack: 'both',
      ErrorCode: '0',
    });
    const ended = await app.hit('/status', (one) => one.params.CallSid === sid);
    expect(ended.params).toMatchObject({
      RecordingSid: hit.params.RecordingSid,
      RecordingUrl: hit.params.RecordingUrl,
      RecordingDuration: hit.params.RecordingDuration,
    });

    const response = await download(`${hit.params.RecordingUrl}.wav`);
    expect(response.headers.get('content-type')).toBe('audio/x-wav');
    const [person, agent] = readChannels(Buffer.from(await response.arrayBuffer()));
    expect((person?.length ?? 0) / 8000).toBeGreaterThan(Number(hit.params.RecordingDuration) - 1);
    const loud = (sound: Buffer | undefined) => sound?.filter((byte) => byte !== 0xff).length ?? 0;
    // Two words of each, at the usual pace.
    for (const sound of [person, agent]) expect(loud(sound) / 8000).toBeGreaterThan(0.5);
    const firstSound = (sound: Buffer | undefined) => sound?.findIndex((byte) => byte !== 0xff) ?? -1;
    expect(firstSound(person)).toBeGreaterThan(firstSound(agent));

    const mono = await download(`${hit.params.RecordingUrl}?RequestedChannels=1`);
    expect(Buffer.from(await mono.arrayBuffer()).readUInt16LE(22)).toBe(1);
    expect(readdirSync(join(dataDir, 'recordings'))).toContain(`${hit.params.RecordingSid}.wav`);
  });

  it('is listed, fetched and deleted by the SDK; the media need credentials', async () => {
    const sid = await placeAndAnswer(lab, '<Say>Agent speaking.</Say>', {
      record: true,
      recordingStatusCallback: `${app.url}/recording`,
    });
    const hit = await callback(sid);
    const client = sdk(lab);
    const [listed] = await client.recordings.list({ callSid: sid });
    const [ofCall] = await client.calls(sid).recordings.list();
    expect(listed).toMatchObject({
      sid: hit.params.RecordingSid,
      callSid: sid,
      channels: 1,
      source: 'OutboundAPI',
      status: 'completed',
      errorCode: null,
      duration: hit.params.RecordingDuration,
      mediaUrl: hit.params.RecordingUrl,
    });
    expect(ofCall).toMatchObject({ sid: listed?.sid, track: 'both' });
    expect(listed?.dateCreated).toBeInstanceOf(Date);
    const tomorrow = { dateCreatedAfter: new Date(Date.now() + 86_400_000) };
    expect(await client.recordings.list(tomorrow)).toEqual([]);
    expect(await client.calls(sid).recordings.list(tomorrow)).toEqual([]);
    const url = `${listed?.mediaUrl}.wav`;
    expect((await download(url, {})).status).toBe(401);
    const head = await fetch(url, { method: 'HEAD', headers: { Authorization: basic() } });
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(8_000);
    expect((await download(`${listed?.mediaUrl}.wav?RequestedChannels=2`)).status).toBe(400);
    expect((await download(`${listed?.mediaUrl}.mp3`)).status).toBe(501);
    expect((await client.recordings(listed?.sid ?? '').fetch()).sid).toBe(listed?.sid);
    expect(await client.recordings(listed?.sid ?? '').remove()).toBe(true);
    expect(await refusal(client.recordings(listed?.sid ?? '').fetch())).toMatchObject({
      status: 404,
      code: 20404,
    });
    expect((await download(url)).status).toBe(404);
    expect(await client.recordings.list({ callSid: sid })).toEqual([]);
  });

  it('silence is trimmed by default; a call without sound reports the recording as "absent"', async () => {
    const sid = await placeAndAnswer(
      lab,
      '<Pause length="40"/><Say>Agent speaking.</Say><Pause length="40"/>',
      {
        record: true,
        recordingStatusCallback: `${app.url}/recording`,
      },
    );
    expect(Number((await callback(sid)).params.RecordingDuration)).toBeLessThan(40);
    const silent = await placeAndAnswer(lab, '<Pause length="4"/>', {
      record: true,
      recordingStatusCallback: `${app.url}/recording`,
      recordingStatusCallbackEvent: ['completed', 'absent'],
    });
    const hit = await callback(silent, 'absent');
    expect(hit.params.RecordingDuration).toBe('0');
    expect((await download(hit.params.RecordingUrl ?? '')).status).toBe(404);
  });

  it('is ignored without a warning with ConversationRelay; <Start><Recording> is not', async () => {
    const connect = `<Connect><ConversationRelay url="${relay.url}/r"/></Connect>`;
    const options = { record: true, recordingStatusCallback: `${app.url}/recording` };
    const ignored = await placeAndAnswer(lab, connect, options);
    (await relay.peer(ignored)).send({ type: 'end' });
    await lab.ended(ignored);
    expect(await sdk(lab).recordings.list({ callSid: ignored })).toEqual([]);

    const sid = await placeAndAnswer(
      lab,
      `<Start><Recording recordingStatusCallback="${app.url}/recording" recordingStatusCallbackEvent="in-progress completed" channels="dual"/></Start>${connect}`,
    );
    const peer = await relay.peer(sid);
    peer.say('Agent speaking.');
    await talk(sid);
    peer.send({ type: 'end' });
    const hit = await callback(sid);
    expect(hit.params).toMatchObject({ RecordingSource: 'StartCallRecordingTwiML', RecordingChannels: '2' });
    expect(app.on('/recording').some((one) => one.params.CallSid === ignored)).toBe(false);
    const file = Buffer.from(await (await download(hit.params.RecordingUrl ?? '')).arrayBuffer());
    for (const sound of readChannels(file)) expect(sound.some((byte) => byte !== 0xff)).toBe(true);
  });
});
