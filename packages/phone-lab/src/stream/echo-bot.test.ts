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
function echoBot(server: WebSocketServer, onStart: (callSid: string) => void): Map<string, Heard> {
  const calls = new Map<string, Heard>();
  server.on('connection', (socket: WebSocket) => {
    const call: Heard = { times: [], sound: [], marks: [] };
    socket.on('message', (data) => {
      const { event, streamSid, start, media, mark } = JSON.parse(String(data));
      if (event === 'start') {
        calls.set(start.callSid, call);
        onStart(start.callSid);
      }
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
const seconds = process.env.SOAK ? 20 : 5;
const question = 'Hello? Who is calling?';
let lab: Lab;
let bot: WebSocketServer;

beforeAll(async () => {
  lab = await startLab({
    cps: 1000,
    callees: {
      default: {
        ring: 100,
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

/** An echo that comes back late is heard with a gap: in two parts, perhaps with the letter at the gap in both. */
const withoutGaps = (text: string) => text.replaceAll(' ', '').replace(/(.)\1+/g, '$1');

describe('an echo bot', () => {
  it(`holds ${calls} calls in real time with no lost frame, and every caller hears itself`, async () => {
    // Somebody who speaks before the stream has begun is not heard in it.
    const heard = echoBot(bot, (sid) => lab.say(sid, question));
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
      // The stream may take a while to connect.
      expect(times.length).toBeGreaterThan((seconds - 1) * 45);
      expect(times).toEqual(times.map((_, index) => (index + 1) * 20));
      expect(marks).toEqual(marks.map((_, index) => String((index + 1) * 50)));
      // What is echoed within the last second may come back after the end.
      expect(marks.length).toBeGreaterThanOrEqual(Math.floor((times.length - 50) / 50));
      expect(wordsIn(Buffer.concat(sound))).toBe(question);
      const saidBy = (side: string) =>
        lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' && entry.by === side ? [entry.text] : []));
      expect(saidBy('party')).toEqual([question]);
      expect(withoutGaps(saidBy('app').join(' '))).toBe(withoutGaps(question));
    }
  }, 120_000);
});
