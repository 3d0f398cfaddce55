import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVoiceDesk, script, type VoiceDesk } from '../src/testing/voice-desk.ts';
import {
  type Answered,
  answeredCall,
  askForPass,
  beginTalk,
  carrierEnd,
  closing,
  fateOf,
  introductions,
  knock,
  openVoiceSocket,
  signSocket,
  socketUrl,
} from '../src/testing/voice-line.ts';

let voice: VoiceDesk;

beforeAll(async () => {
  // Nobody answers by themselves: this file plays the carrier's part.
  voice = await openVoiceDesk({ callees: { default: 'handset' } });
});
afterAll(() => voice.stop());

const carrier = () => carrierEnd(voice.lab, voice.desk);
const relayUrl = () => socketUrl(carrier(), 'relay');
const sign = (url: string, token = voice.lab.authToken) => signSocket(url, token);
const signedSocket = () => openVoiceSocket(carrier(), 'relay');
const passFor = (callId: string, sid: string) => askForPass(carrier(), callId, sid);
const answered = () => answeredCall(voice.lab, voice.kit, '+15005550010');
const setup = introductions.relay;

describe('the handshake', () => {
  test.each([
    ['without a signature', () => ({})],
    ['signed with another token', () => sign(relayUrl(), 'another')],
    ['signed for another address', () => sign('wss://elsewhere.example.com/voice/relay')],
    ['signed as a web page', () => sign(relayUrl().replace('ws', 'http'))],
  ])('%s is refused before it opens', async (_, headers) => {
    expect(await knock(relayUrl(), headers())).toBe(403);
  });

  test('to a path that is none is refused', async () => {
    const url = relayUrl().replace('relay', 'other');
    expect(await knock(url, sign(url))).toBe(404);
  });
});

describe('the pass', () => {
  test('lets one conversation in, once', async () => {
    const { callId, sid, pass } = await answered();
    const socket = await signedSocket();
    socket.send(setup(sid, { callId, pass }));
    const [first] = await once(socket, 'message');
    expect(JSON.parse(String(first))).toMatchObject({ type: 'text', last: true });

    const again = await signedSocket();
    again.send(setup(sid, { callId, pass }));
    expect(await closing(again)).toBe(1008);
    expect(socket.readyState).toBe(socket.OPEN);
    socket.close(1000);
    await closing(socket);
  });

  test('is taken by one of two that come together', async () => {
    const { callId, sid, pass } = await answered();
    const sockets = [await signedSocket(), await signedSocket()];
    const fates = sockets.map(fateOf);
    for (const socket of sockets) socket.send(setup(sid, { callId, pass }));
    expect((await Promise.all(fates)).toSorted()).toEqual(['in', 'out']);
    for (const socket of sockets) socket.terminate();
  });

  test('from a webhook that was sent again lets nobody join a conversation, nor begin a second one', async () => {
    const { callId, sid, pass } = await answered();
    const again = await passFor(callId, sid);
    const socket = await signedSocket();
    socket.send(setup(sid, { callId, pass }));
    await once(socket, 'message');
    for (const replayed of [again, await passFor(callId, sid)]) {
      const intruder = await signedSocket();
      intruder.send(setup(sid, { callId, pass: replayed }));
      expect(await closing(intruder)).toBe(1008);
    }
    socket.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Who is this?', last: true }));
    await expect.poll(async () => script(await voice.kit.call(callId))).toContain('user: Who is this?');
    socket.close(1000);
    await closing(socket);
    const late = await signedSocket();
    late.send(setup(sid, { callId, pass: await passFor(callId, sid) }));
    expect(await closing(late)).toBe(1008);
  });

  test('of two for one call lets one in when both come together', async () => {
    const { callId, sid, pass } = await answered();
    const passes = [pass, await passFor(callId, sid)];
    const sockets = [await signedSocket(), await signedSocket()];
    const fates = sockets.map(fateOf);
    for (const [n, socket] of sockets.entries()) socket.send(setup(sid, { callId, pass: passes[n] ?? '' }));
    expect((await Promise.all(fates)).toSorted()).toEqual(['in', 'out']);
    for (const socket of sockets) socket.terminate();
  });

  test.each([
    ['a guess', (good: Answered) => setup(good.sid, { callId: good.callId, pass: 'guess' })],
    ['none', (good: Answered) => setup(good.sid, { callId: good.callId })],
    [
      'that of another call',
      (good: Answered) => setup(good.sid, { callId: crypto.randomUUID(), pass: good.pass }),
    ],
    ['with another sid', (good: Answered) => setup('CAffff', { callId: good.callId, pass: good.pass })],
    ['after something else', () => JSON.stringify({ type: 'prompt', voicePrompt: 'Hi', last: true })],
    ['as noise', () => '\u0000{"type":'],
  ])('%s opens nothing', async (_, message) => {
    const good = await answered();
    const socket = await signedSocket();
    socket.send(message(good));
    expect(await closing(socket)).toBe(1008);
    expect(script(await voice.kit.call(good.callId))).toEqual([]);
  });

  test('is kept as a digest only', async () => {
    const { pass } = await answered();
    const database = await voice.database.open();
    const { sql } = await import('drizzle-orm');
    const rows = await database.asSystem((tx) => tx.execute(sql`select * from voice_passes`));
    expect(JSON.stringify(rows.rows)).not.toContain(pass);
    expect(voice.desk.log.join('\n')).not.toContain(pass);
  });
});

describe('a conversation', () => {
  async function conversation() {
    const good = await answered();
    return { ...good, socket: await beginTalk(carrier(), 'relay', good) };
  }

  test('goes on after messages nobody understands', async () => {
    const { socket, callId } = await conversation();
    for (const noise of ['', '{', '[]', '{"type":"news"}', '{"type":"prompt"}']) socket.send(noise);
    socket.send(Buffer.from([1, 2, 3]));
    socket.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Who is this?', last: true }));
    await expect.poll(async () => script(await voice.kit.call(callId))).toContain('user: Who is this?');
    socket.close(1000);
  });

  test('ends with a message that is too long, and says so', async () => {
    const { socket, callId } = await conversation();
    socket.send('x'.repeat(300 * 1024));
    expect(await closing(socket)).toBe(1009);
    await expect
      .poll(async () => script(await voice.kit.call(callId)).at(-1))
      .toBe('system: The line dropped during the conversation.');
  });
});
