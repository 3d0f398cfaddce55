import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Hit, sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { readMedia } from '../audio/media.ts';
import { writeWav } from '../audio/wav.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
const wav = writeWav([Buffer.alloc(16_000, 0x9e)]);
/** Two minutes: more than a document may be long. */
const longWav = writeWav([Buffer.alloc(960_000, 0x9e)]);
/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes and 26.122 ms a frame. */
const mp3Frame = Buffer.alloc(417);
mp3Frame.set([0xff, 0xfb, 0x90, 0x00]);
const id3 = Buffer.concat([Buffer.from('ID3\x04\x00\x00\x00\x00\x01\x00', 'latin1'), Buffer.alloc(128)]);
const mp3 = Buffer.concat([id3, ...Array.from({ length: 230 }, () => mp3Frame)]);
const aiff = Buffer.from(
  `FORM\0\0\0\x2eAIFFCOMM\0\0\0\x12\0\x01\0\0\x9c\x40\0\x10\x40\x0b\xfa\0\0\0\0\0\0\0SSND\0\0\0\x08\0\0\0\0\0\0\0\0`,
  'latin1',
);
const speed = 200;
/** A timer may be over a millisecond of the machine's time too early. */
const earlyMs = 2 * speed;
const sound = (type: string, body: Buffer | string) => (): Answer => ({ type, body });

const answers: Record<string, string | ((hit: Hit) => Answer)> = {
  '/two-seconds.wav': sound('audio/wav', wav),
  '/two-seconds-x.wav': sound('audio/x-wav; charset=binary', wav),
  '/long.wav': sound('audio/wav', longWav),
  '/six-seconds.mp3': sound('audio/mpeg', mp3),
  '/five-seconds.aiff': sound('audio/x-aiff', aiff),
  '/two-seconds.ulaw': sound('audio/ulaw', Buffer.alloc(16_000, 0x9e)),
  '/two-seconds.gsm': sound('audio/gsm', Buffer.alloc(3_300)),
  '/page': sound('text/html', '<html>Not found</html>'),
  '/json': sound('application/json', '{"error":"no such file"}'),
  '/untyped': sound('application/octet-stream', wav),
  '/lies': sound('audio/wav', '<html>Not found</html>'),
  '/lies.mp3': sound('audio/mpeg', '<html>Not found</html>'),
  '/empty': sound('audio/mpeg', ''),
  '/truncated': sound('audio/wav', wav.subarray(0, 44)),
};

beforeAll(async () => {
  lab = await startLab({ speed, cps: 1000 });
  app = await startApp(() => lab, answers);
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

async function play(path: string) {
  const { sid } = await sdk(lab).calls.create({
    // Somebody who listens to all of it.
    to: '+15005550105',
    from: '+15005550006',
    twiml: twiml(`<Play>${app.url}${path}</Play><Say>And on.</Say>`),
  });
  await lab.ended(sid);
  const entries = lab.ledger(sid);
  return {
    problems: entries.flatMap((entry) => (entry.kind === 'problem' ? [entry.code] : [])),
    played: entries.flatMap((entry) => (entry.kind === 'played' ? [entry.endMs - entry.startMs] : [])),
    said: entries.flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : [])),
  };
}

describe('<Play>', () => {
  it.each([
    ['/page', 'a web page'],
    ['/json', 'JSON'],
    ['/untyped', 'sound under another type'],
    ['/lies', 'a page that is called WAV'],
    ['/lies.mp3', 'a page that is called MP3'],
    ['/empty', 'nothing'],
    ['/truncated', 'a header without sound'],
  ])('of %s does not take %s for three seconds of sound', async (path) => {
    expect(await play(path)).toEqual({ problems: [12300], played: [], said: ['And on.'] });
  });

  it.each([
    ['/two-seconds.wav', 2_000],
    ['/two-seconds-x.wav', 2_000],
    ['/six-seconds.mp3', 6_008],
    ['/five-seconds.aiff', 5_000],
    ['/two-seconds.ulaw', 2_000],
    ['/two-seconds.gsm', 2_000],
    ['/long.wav', 120_000],
  ])('of %s is not of a made-up length', async (path, ms) => {
    const { problems, played } = await play(path);
    expect(problems).toEqual([]);
    expect(played).toHaveLength(1);
    expect(played[0]).toBeGreaterThanOrEqual(ms - earlyMs);
    const { type, body } = (answers[path] as () => Answer)();
    expect(readMedia(type ?? '', body as Buffer).ms).toBeCloseTo(ms, -1);
  });
});
