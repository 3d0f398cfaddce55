import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { from, said, waitForSaid } from '../../testing/calls.ts';
import { type StreamApp, type StreamPeer, startStreamApp } from '../../testing/stream-app.ts';
import { soundOf } from '../audio/voice.ts';
import { VoiceReader, wordsIn } from '../audio/voice-reader.ts';
import { writeWav } from '../audio/wav.ts';
import { type Lab, startLab } from '../lab.ts';

/** An agent made of sound alone: it reads the words out of what it hears and answers in the same voice. */
function speakingAgent(peer: StreamPeer, answer: (heard: string) => string | null): void {
  let words = '';
  const reader = new VoiceReader({
    onWord: (word) => {
      words += word;
    },
    onNoise: () => {},
  });
  peer.socket.on('message', (data) => {
    const { event, media } = JSON.parse(String(data));
    if (event !== 'media') return;
    reader.read(Buffer.from(media.payload, 'base64'));
    if (!words || reader.quietMs < 500) return;
    const line = answer(words.trim());
    words = '';
    if (line !== null) peer.play(soundOf(line));
  });
}

let lab: Lab;
let app: TestApp;
let media: StreamApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phone-lab-'));
  writeFileSync(join(folder, 'hello.wav'), writeWav([soundOf('Recorded hello')]));
  writeFileSync(
    join(folder, 'recorded.yaml'),
    'script: [{ wait: agent }, { say: Good day. }]\nvoice: { "Good day.": hello.wav }\n',
  );
  lab = await startLab({ speed: 10, cps: 1000, calleesDir: folder });
  media = await startStreamApp(() => lab);
  app = await startApp(() => lab, {
    '/voice': twiml(`<Connect><Stream url="${media.url}/agent"/></Connect>`),
  });
});
afterAll(async () => {
  await media.close();
  await app.close();
  await lab.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(to: string): Promise<{ sid: string; peer: StreamPeer }> {
  const { sid } = await sdk(lab).calls.create({ to, from, url: `${app.url}/voice` });
  return { sid, peer: await media.peer(sid) };
}

describe('callees on a media stream', () => {
  it('talk and understand, in sound alone', async () => {
    const { sid, peer } = await call('+15005550010');
    speakingAgent(peer, (heard) => (heard.endsWith('there.') ? 'Wonderful. Goodbye.' : null));
    await waitForSaid(lab, sid, 'Hello?');
    peer.play(soundOf('I am calling about your appointment on Monday. Will you come?'));
    expect((await lab.ended(sid)).status).toBe('completed');
    expect(said(lab, sid)).toEqual([
      'party: Hello?',
      'app: I am calling about your appointment on Monday. Will you come?',
      'party: Yes, I will be there.',
      'app: Wonderful. Goodbye.',
      'party: Thank you, goodbye.',
    ]);
  }, 20_000);

  it('interrupt, and the agent is heard until it clears', async () => {
    const { sid, peer } = await call('+15005550106');
    const long = `I would like to tell you a very long story about ${'many things and '.repeat(100)}more.`;
    peer.play(soundOf(long));
    await peer.next('media', ({ media }) => media?.payload !== Buffer.alloc(160, 0xff).toString('base64'));
    await waitForSaid(lab, sid, 'Sorry, who is this?');
    peer.clear();
    const cut = await lab.waitFor(
      (entry) => entry.callSid === sid && entry.kind === 'said' && entry.by === 'app',
    );
    expect(cut).toMatchObject({ cut: true });
    if (cut.kind !== 'said') throw new Error('not said');
    expect(long.startsWith(cut.text)).toBe(true);
    lab.hangUp(sid);
  }, 20_000);

  it('take turns with a voice they cannot read', async () => {
    lab.callees.setNumber('+15005550011', 'confirms');
    const { sid, peer } = await call('+15005550011');
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'said');
    const voice = Buffer.from(
      Array.from(
        { length: 16_000 },
        (_, at) => 0x80 | Math.round(40 + 30 * Math.sin(at / 5) * Math.sin(at / 900)),
      ),
    );
    peer.play(voice);
    const answer = await lab.waitFor(
      (entry) =>
        entry.callSid === sid && entry.kind === 'said' && entry.by === 'party' && entry.text !== 'Hello?',
    );
    expect(answer).toMatchObject({ text: expect.stringMatching(/^(Okay|All right|I see)\.$/) });
    expect(lab.ledger(sid).find((entry) => entry.kind === 'heard')).toMatchObject({ ms: 2000, clearedMs: 0 });
    expect(said(lab, sid).some((line) => line.startsWith('app:'))).toBe(false);
    lab.hangUp(sid);
  }, 20_000);

  it('speak with recorded voices where they have them', async () => {
    lab.callees.setNumber('+15005550012', 'recorded');
    const { sid, peer } = await call('+15005550012');
    peer.play(soundOf('Hello.'));
    const said = await lab.waitFor(
      (entry) => entry.callSid === sid && entry.kind === 'said' && entry.by === 'party',
    );
    await expect.poll(() => wordsIn(peer.heard())).toBe('Recorded hello');
    expect(said).toMatchObject({ text: 'Good day.' });
    lab.hangUp(sid);
  }, 20_000);

  it('a voice that is no WAV file is told at once', () => {
    const script = { greeting: 'Hi.', voice: { 'Hi.': join(folder, 'recorded.yaml') } };
    expect(() => lab.callees.define('broken', script)).toThrow(/recorded.yaml cannot be played/);
    expect(() => lab.callees.define('broken', { voice: { 'Hi.': 'missing.wav' } })).toThrow(/missing.wav/);
  });
});
