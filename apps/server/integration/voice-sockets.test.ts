import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnsweredCall,
  admissionOf,
  CarrierSocketClient,
  closeCodeOf,
  connectSocket,
  startMessages,
} from '../testing/carrier-socket-client.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let line: CarrierSocketClient;

beforeAll(async () => {
  // No callee answers: the test plays the carrier's part.
  voice = await openVoiceDesk({ callees: { default: 'handset' } });
  line = new CarrierSocketClient(voice.lab, voice.client, 'relay');
});
afterAll(() => voice.stop());

const setup = startMessages.relay;

describe('the handshake', () => {
  test.each([
    ['without a signature', () => ({})],
    ['signed with another token', () => line.signature(line.url, 'another')],
    ['signed for another address', () => line.signature('wss://elsewhere.example.com/voice/relay')],
    ['signed as a web page', () => line.signature(line.url.replace('ws', 'http'))],
  ])('%s is refused before it opens', async (_, headers) => {
    expect(await connectSocket(line.url, headers())).toBe(403);
  });

  test('to an unknown path is refused', async () => {
    const url = line.url.replace('relay', 'other');
    expect(await connectSocket(url, line.signature(url))).toBe(404);
  });
});

describe('the stream token', () => {
  test('admits one conversation, once', async () => {
    const { callId, sid, token } = await line.answeredCall();
    const socket = await line.open();
    socket.send(setup(sid, { callId, pass: token }));
    const [first] = await once(socket, 'message');
    expect(JSON.parse(String(first))).toMatchObject({ type: 'text', last: true });

    const again = await line.open();
    again.send(setup(sid, { callId, pass: token }));
    expect(await closeCodeOf(again)).toBe(1008);
    expect(socket.readyState).toBe(socket.OPEN);
    socket.close(1000);
    await closeCodeOf(socket);
  });

  test('is used by one of two sockets that connect together', async () => {
    const { callId, sid, token } = await line.answeredCall();
    const sockets = [await line.open(), await line.open()];
    const admissions = sockets.map(admissionOf);
    for (const socket of sockets) socket.send(setup(sid, { callId, pass: token }));
    expect((await Promise.all(admissions)).toSorted()).toEqual(['accepted', 'rejected']);
    for (const socket of sockets) socket.terminate();
  });

  test('from a repeated webhook admits nobody to a live conversation, and starts no second one', async () => {
    const { callId, sid, token } = await line.answeredCall();
    const again = await line.requestStreamToken(callId, sid);
    const socket = await line.open();
    socket.send(setup(sid, { callId, pass: token }));
    await once(socket, 'message');
    for (const replayed of [again, await line.requestStreamToken(callId, sid)]) {
      const intruder = await line.open();
      intruder.send(setup(sid, { callId, pass: replayed }));
      expect(await closeCodeOf(intruder)).toBe(1008);
    }
    socket.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Who is this?', last: true }));
    await expect
      .poll(async () => transcriptOf(await voice.client.call(callId)))
      .toContain('user: Who is this?');
    socket.close(1000);
    await closeCodeOf(socket);
    const late = await line.open();
    late.send(setup(sid, { callId, pass: await line.requestStreamToken(callId, sid) }));
    expect(await closeCodeOf(late)).toBe(1008);
  });

  test('of two for one call, one is admitted when both connect together', async () => {
    const { callId, sid, token } = await line.answeredCall();
    const passes = [token, await line.requestStreamToken(callId, sid)];
    const sockets = [await line.open(), await line.open()];
    const admissions = sockets.map(admissionOf);
    for (const [n, socket] of sockets.entries()) socket.send(setup(sid, { callId, pass: passes[n] ?? '' }));
    expect((await Promise.all(admissions)).toSorted()).toEqual(['accepted', 'rejected']);
    for (const socket of sockets) socket.terminate();
  });

  test('CL25: after a loss a token opens the next session, and the request for it, sent again, opens nothing', async () => {
    const good = await line.answeredCall();
    const first = await line.startConversation(good);
    const asked = (session: number) => line.reportLostSession(good, session);
    first.terminate();
    const tokens = [await asked(1), await asked(1)];
    const sockets = [await line.open(), await line.open()];
    const admissions = sockets.map(admissionOf);
    for (const [n, socket] of sockets.entries())
      socket.send(setup(good.sid, { callId: good.callId, pass: tokens[n] ?? '' }));
    expect((await Promise.all(admissions)).toSorted()).toEqual(['accepted', 'rejected']);
    // The conversation has gone on: the same request gets no token any more, and neither does the first answer open it.
    expect(await asked(1)).toBe('');
    const late = await line.open();
    const again = await line.requestStreamToken(good.callId, good.sid);
    late.send(setup(good.sid, { callId: good.callId, pass: again }));
    expect(await closeCodeOf(late)).toBe(1008);
    const open = sockets.filter(({ readyState, OPEN }) => readyState === OPEN);
    expect(open).toHaveLength(1);
    const lines = transcriptOf(await voice.client.call(good.callId));
    expect(lines).toContain('system: The line dropped during the conversation.');
    for (const socket of sockets) socket.terminate();
  });

  const notValid = 'token unknown, used or expired, or not of the next session of the call';
  const notSetup = 'the first message is not a setup message';
  test.each<[string, string, (good: AnsweredCall) => string]>([
    ['a guess', notValid, ({ sid, callId }) => setup(sid, { callId, pass: 'guess' })],
    ['none', 'no token', ({ sid, callId }) => setup(sid, { callId })],
    [
      'that of another call',
      'token of another call',
      ({ sid, token }) => setup(sid, { callId: crypto.randomUUID(), pass: token }),
    ],
    [
      'with another sid',
      'call SID is not that of the call',
      ({ callId, token }) => setup('CAffff', { callId, pass: token }),
    ],
    [
      'after something else',
      notSetup,
      () => JSON.stringify({ type: 'prompt', voicePrompt: 'Hi', last: true }),
    ],
    ['as noise', notSetup, () => '\u0000{"type":'],
  ])('%s opens nothing, and the log says: %s', async (_, reason, message) => {
    const good = await line.answeredCall();
    const socket = await line.open();
    socket.send(message(good));
    expect(await closeCodeOf(socket)).toBe(1008);
    expect(transcriptOf(await voice.client.call(good.callId))).toEqual([]);
    const logged = voice.log.findLast((entry) => entry.includes('voice socket rejected'));
    expect(JSON.parse(logged ?? '{}')).toMatchObject({ reason });
  });

  test('is stored as a digest only', async () => {
    const { token } = await line.answeredCall();
    const database = await voice.database.open();
    const { sql } = await import('../src/adapters/postgres/drizzle.ts');
    const rows = await database.asSystem((tx) => tx.execute(sql`select * from voice_passes`));
    expect(JSON.stringify(rows.rows)).not.toContain(token);
    expect(voice.log.join('\n')).not.toContain(token);
  });
});

describe('a conversation', () => {
  async function conversation() {
    const good = await line.answeredCall();
    return { ...good, socket: await line.startConversation(good) };
  }

  test('goes on after unreadable messages', async () => {
    const { socket, callId } = await conversation();
    for (const noise of ['', '{', '[]', '{"type":"news"}', '{"type":"prompt"}']) socket.send(noise);
    socket.send(Buffer.from([1, 2, 3]));
    socket.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Who is this?', last: true }));
    await expect
      .poll(async () => transcriptOf(await voice.client.call(callId)))
      .toContain('user: Who is this?');
    socket.close(1000);
  });

  test('ends with a message that is too long, and says so', async () => {
    const { socket, callId } = await conversation();
    socket.send('x'.repeat(300 * 1024));
    expect(await closeCodeOf(socket)).toBe(1009);
    await expect
      .poll(async () => transcriptOf(await voice.client.call(callId)).at(-1))
      .toBe('system: The line dropped during the conversation.');
  });
});
