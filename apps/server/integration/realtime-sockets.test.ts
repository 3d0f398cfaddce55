import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnsweredCall,
  admissionOf,
  CarrierSocketClient,
  closeCodeOf,
  connectSocket,
  sendSpeech,
  startMessages,
  telephoneFormat,
} from '../testing/carrier-socket-client.ts';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let service: RealtimeService;
let voice: VoiceDesk;
let line: CarrierSocketClient;

beforeAll(async () => {
  service = await RealtimeService.start();
  // No callee answers: the test plays the carrier's part.
  voice = await openVoiceDesk(
    { speed: 1, callees: { default: 'handset' } },
    {
      ...{ LLM_PROVIDER: 'scripted', VOICE_ENGINE: 'realtime' },
      ...{ REALTIME_URL: service.url, OPENAI_API_KEY: service.key },
    },
  );
  line = new CarrierSocketClient(voice.lab, voice.client, 'media');
});
afterAll(async () => {
  await voice.stop();
  await service.stop();
});

const start = startMessages.media;
const connected = JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' });

async function conversation() {
  const good = await line.answeredCall();
  return { ...good, socket: await line.startConversation(good) };
}

describe('the handshake', () => {
  test.each([
    ['without a signature', () => ({})],
    ['signed with another token', () => line.signature(line.url, 'another')],
    ['signed for the other socket', () => line.signature(line.url.replace('media', 'relay'))],
    ['signed as a web page', () => line.signature(line.url.replace('ws', 'http'))],
  ])('%s is refused before it opens', async (_, headers) => {
    expect(await connectSocket(line.url, headers())).toBe(403);
  });
});

describe('the stream token', () => {
  test('admits one conversation, once', async () => {
    const { callId, sid, token, socket } = await conversation();
    for (const replayed of [token, await line.requestStreamToken(callId, sid)]) {
      const again = await line.open();
      again.send(start(sid, { callId, pass: replayed }));
      expect(await closeCodeOf(again)).toBe(1008);
    }
    expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
  });

  test('is used by one of two sockets that connect together', async () => {
    const { callId, sid, token } = await line.answeredCall();
    const sockets = [await line.open(), await line.open()];
    const admissions = sockets.map(admissionOf);
    for (const socket of sockets) socket.send(start(sid, { callId, pass: token }));
    expect((await Promise.all(admissions)).toSorted()).toEqual(['accepted', 'rejected']);
    for (const socket of sockets) socket.terminate();
  });

  test.each([
    ['a guess', (good: AnsweredCall) => [start(good.sid, { callId: good.callId, pass: 'guess' })]],
    ['none', (good: AnsweredCall) => [start(good.sid, { callId: good.callId })]],
    [
      'that of another call',
      (good: AnsweredCall) => [start(good.sid, { callId: crypto.randomUUID(), pass: good.token })],
    ],
    [
      'with another sid',
      (good: AnsweredCall) => [start('CAffff', { callId: good.callId, pass: good.token })],
    ],
    [
      'for sound that is not passed through',
      (good: AnsweredCall) => [
        start(
          good.sid,
          { callId: good.callId, pass: good.token },
          { ...telephoneFormat, encoding: 'audio/l16' },
        ),
      ],
    ],
    ['after something else', () => ['{"event":"media","media":{"payload":"////"}}']],
    ['after two greetings', () => [connected, connected]],
    ['as noise', () => ['\u0000{"event":']],
  ])('%s opens nothing', async (_, messages) => {
    const good = await line.answeredCall();
    const before = service.sessions.length;
    const socket = await line.open();
    for (const message of messages(good)) socket.send(message);
    expect(await closeCodeOf(socket)).toBe(1008);
    expect(service.sessions.length).toBe(before);
    expect(transcriptOf(await voice.client.call(good.callId))).toEqual([]);
  });
});

describe('a conversation', () => {
  test('goes on after unreadable messages', async () => {
    const { socket, callId } = await conversation();
    const session = service.sessions.at(-1);
    await session?.sent.until('response.done');
    for (const noise of [
      ...['', '{', '[]', 'null', '{"event":7}', '{"event":"news"}', '{"event":"media"}', '{"event":"mark"}'],
      '{"event":"media","media":{"payload":"\\" , \\"type\\":\\"session.update"}}',
      '{"event":"media","media":{"payload":"AAA"}}',
      '{"event":"media","media":{"payload":"////","timestamp":"-1e308"}}',
      '{"event":"media","media":{"payload":"////","timestamp":"1e308"}}',
      '{"event":"mark","mark":{"name":"0:1e9:item-1"}}',
      '{"event":"dtmf","dtmf":{"digit":"12345"}}',
      start('CAffff', {}),
    ])
      socket.send(noise);
    socket.send(Buffer.from([1, 2, 3]));
    sendSpeech(socket, 'Who is this?');
    await expect
      .poll(async () => transcriptOf(await voice.client.call(callId)))
      .toContain('user: Who is this?');
    expect(session?.sent.ofType('error')).toEqual([]);
    expect(session?.requests().filter((order) => order === 'session.update')).toHaveLength(1);
    socket.terminate();
  });

  test('ends with a message that is too long, and says so', async () => {
    const { socket, callId } = await conversation();
    socket.send('x'.repeat(300 * 1024));
    expect(await closeCodeOf(socket)).toBe(1009);
    await expect
      .poll(async () => transcriptOf(await voice.client.call(callId)).at(-1))
      .toBe('system: The line dropped during the conversation.');
  });

  test('closes its session at the service when its socket closes', async () => {
    const { socket } = await conversation();
    const session = service.sessions.at(-1);
    socket.terminate();
    await expect(session?.received.until('never')).rejects.toThrow('the session is closed');
  });
});
