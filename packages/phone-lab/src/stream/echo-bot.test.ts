import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { sdk, twiml } from '../../testing/app.ts';
import { wordsIn } from '../audio/voice-reader.ts';
import { type Lab, startLab } from '../lab.ts';

interface Heard {
  times: number[];
  sound: Buffer[];
  marks: string[];
}

/** Says back whatever it hears, written from Twilio's protocol alone. */
function echoBot(server: WebSocketServer): Map<string, Heard> {
  const calls = new Map<string, Heard>();
  server.on('connection', (socket: WebSocket) => {
    const call: Heard = { times: [], sound: [], marks: [] };
    socket.on('message', (data) => {
      const { event, streamSid, start, media, mark } = JSON.parse(String(data));
      if (event === 'start') calls.set(start.callSid, call);
      if (event === 'mark') call.marks.push(mark.name);
      if (event !== 'media') return;
      call.times.push(Number(media.timestamp));
      call.sound.push(Buffer.from(media.payload, 'base64'));
      socket.send(JSON.stringify({ event: 'media', streamSid, media: { payload: media.payload } }));
      if (Number(media.chunk) % 50 !== 0) return;
      socket.send(JSON.stringify({ event: 'mark', streamSid, mark: { name: media.chunk } }));
    });
  });
  return calls;
}

/** A tenth of the figure unless the full one is asked for. */
const calls = process.env.SOAK ? 50 : 5;
const seconds = process.env.SOAK ? 20 : 3;
const greeting = 'Hello? Who is calling?';
let lab: Lab;
let bot: WebSocketServer;

beforeAll(async () => {
  lab = await startLab({
    cps: 1000,
    callees: {
      default: {
        ring: 100,
        greeting,
        patienceMs: 'endless',
        script: [{ silence: 3_600_000 }],
      },
    },
  });
  bot = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(bot, 'listening');
});
afterAll(async () => {
  for (const client of bot.clients) client.terminate();
  bot.close();
  await lab.stop();
});

/** A busy computer brings the echo late: a word is heard in two parts then, with the letter between them in both. */
const letters = (text: string) => text.replaceAll(' ', '').replace(/(.)\1+/g, '$1');

describe('an echo bot', () => {
  it(`holds ${calls} calls at the speed of life with no lost frame, and every caller hears itself`, async () => {
    const heard = echoBot(bot);
    const url = `ws://127.0.0.1:${(bot.address() as AddressInfo).port}/echo`;
    const document = twiml(`<Connect><Stream url="${url}"/></Connect>`);
    const placed = await Promise.all(
      Array.from({ length: calls }, (_, index) =>
        sdk(lab).calls.create({
          to: `+1500555${2000 + index}`,
          from: '+15005550006',
          twiml: document,
          timeLimit: seconds,
        }),
      ),
    );
    for (const { sid } of placed) expect((await lab.ended(sid)).status).toBe('completed');
    for (const { sid } of placed) {
      const { times = [], sound = [], marks = [] } = heard.get(sid) ?? {};
      expect(times.length).toBeGreaterThan((seconds - 1) * 45);
      expect(times).toEqual(times.map((_, index) => (index + 1) * 20));
      const lastMark = Math.floor((times.length - 5) / 50);
      expect(marks.slice(0, lastMark)).toEqual(
        Array.from({ length: lastMark }, (_, index) => String((index + 1) * 50)),
      );
      // Somebody who answers speaks at once; what they say before the stream has begun is not in it.
      const words = wordsIn(Buffer.concat(sound));
      expect(words).toMatch(/calling\?$/);
      expect(greeting.endsWith(words)).toBe(true);
      const said = (by: string) =>
        lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' && entry.by === by ? [entry.text] : []));
      expect(said('party')).toEqual([greeting]);
      expect(letters(said('app').join(' '))).toBe(letters(words));
    }
  }, 120_000);
});
