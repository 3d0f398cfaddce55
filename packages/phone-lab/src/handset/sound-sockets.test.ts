import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { placeAndAnswer } from '../../testing/calls.ts';
import { type StreamApp, startStreamApp } from '../../testing/stream-app.ts';
import { soundOf } from '../audio/voice.ts';
import { wordsIn } from '../audio/voice-reader.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let media: StreamApp;

beforeAll(async () => {
  lab = await startLab({ cps: 1000, callees: { default: 'handset' } });
  media = await startStreamApp(() => lab);
});
afterAll(async () => {
  await media.close();
  await lab.stop();
});

function receiver(sid: string, tab = 'page-one-1', headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${lab.url.replace('http', 'ws')}/lab/handset/sound?call=${sid}&tab=${tab}`, {
    headers,
  });
  const sound: Buffer[] = [];
  const told: string[] = [];
  socket.on('message', (data, isBinary) => {
    if (isBinary) sound.push(data as Buffer);
    else told.push(String(data));
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, told, closed, heard: () => Buffer.concat(sound) };
}

describe('the sound of a page', () => {
  it('carries the voices of both sides over a media stream', async () => {
    const sid = await placeAndAnswer(lab, `<Connect><Stream url="${media.url}/m"/></Connect>`);
    const peer = await media.peer(sid);
    const page = receiver(sid);
    await once(page.socket, 'open');
    await expect.poll(() => page.told).toEqual(['{"stream":true}']);
    peer.play(soundOf('Hi you.'));
    await expect.poll(() => wordsIn(page.heard())).toBe('Hi you.');
    const words = soundOf('Hi back.');
    // As a microphone does: 20 ms at a time, in real time.
    for (let at = 0; at < words.length; at += 160) {
      page.socket.send(words.subarray(at, at + 160));
      const frames = peer.all('media').length;
      await peer.next('media', ({ media }) => Number(media?.chunk) > frames);
    }
    // A microphone that is late leaves gaps; what it said is all there.
    const voice = (sound: Buffer) => Buffer.from(sound.filter((byte) => byte !== 0xff)).toString('hex');
    await expect.poll(() => voice(peer.heard())).toBe(voice(words));
    peer.socket.close();
    await expect.poll(() => page.told).toEqual(['{"stream":true}', '{"stream":false}']);
    await page.closed;
  }, 20_000);

  it('is for live calls, for the page that has the call, and for this origin only', async () => {
    const sid = await placeAndAnswer(lab, '<Pause length="60"/>');
    const refused = (one: { socket: WebSocket }) =>
      once(one.socket, 'error').then(([error]) => (error as Error).message);
    expect(await refused(receiver(`CA${'0'.repeat(32)}`))).toContain('404');
    expect(await refused(receiver(sid, 'page-one-1', { Origin: 'https://evil.test' }))).toContain('403');
    const stray = new WebSocket(`${lab.url.replace('http', 'ws')}/elsewhere`);
    expect(await refused({ socket: stray })).toContain('404');
    const page = receiver(sid);
    await once(page.socket, 'open');
    page.socket.send(soundOf('Nobody hears this.'));
    lab.hangUp(sid);
    await page.closed;
    expect(page.told).toEqual(['{"stream":false}']);
  });
});
