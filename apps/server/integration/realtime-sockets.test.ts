import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';
import { openVoiceDesk, script, type VoiceDesk } from '../testing/voice-desk.ts';
import {
  type Answered,
  closing,
  fateOf,
  introductions,
  knock,
  sayOnStream,
  telephone,
  VoiceLine,
} from '../testing/voice-line.ts';

let service: RealtimeService;
let voice: VoiceDesk;
let line: VoiceLine;

beforeAll(async () => {
  service = await RealtimeService.start();
  // Nobody answers by themselves: this file plays the carrier's part.
  voice = await openVoiceDesk(
    { speed: 1, callees: { default: 'handset' } },
    {
      ...{ LLM_PROVIDER: 'scripted', VOICE_ENGINE: 'realtime' },
      ...{ REALTIME_URL: service.url, OPENAI_API_KEY: service.key },
    },
  );
  line = new VoiceLine(voice.lab, voice.kit, 'media');
});
afterAll(async () => {
  await voice.stop();
  await service.stop();
});

const start = introductions.media;
const connected = JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' });

async function conversation() {
  const good = await line.answered();
  return { ...good, socket: await line.begin(good) };
}

describe('the handshake', () => {
  test.each([
    ['without a signature', () => ({})],
    ['signed with another token', () => line.signature(line.url, 'another')],
    ['signed for the other socket', () => line.signature(line.url.replace('media', 'relay'))],
    ['signed as a web page', () => line.signature(line.url.replace('ws', 'http'))],
  ])('%s is refused before it opens', async (_, headers) => {
    expect(await knock(line.url, headers())).toBe(403);
  });
});

describe('the pass', () => {
  test('lets one conversation in, once', async () => {
    const { callId, sid, pass, socket } = await conversation();
    for (const replayed of [pass, await line.askForPass(callId, sid)]) {
      const again = await line.open();
      again.send(start(sid, { callId, pass: replayed }));
      expect(await closing(again)).toBe(1008);
    }
    expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
  });

  test('is taken by one of two that come together', async () => {
    const { callId, sid, pass } = await line.answered();
    const sockets = [await line.open(), await line.open()];
    const fates = sockets.map(fateOf);
    for (const socket of sockets) socket.send(start(sid, { callId, pass }));
    expect((await Promise.all(fates)).toSorted()).toEqual(['in', 'out']);
    for (const socket of sockets) socket.terminate();
  });

  test.each([
    ['a guess', (good: Answered) => [start(good.sid, { callId: good.callId, pass: 'guess' })]],
    ['none', (good: Answered) => [start(good.sid, { callId: good.callId })]],
    [
      'that of another call',
      (good: Answered) => [start(good.sid, { callId: crypto.randomUUID(), pass: good.pass })],
    ],
    ['with another sid', (good: Answered) => [start('CAffff', { callId: good.callId, pass: good.pass })]],
    [
      'for sound that is not passed through',
      (good: Answered) => [
        start(good.sid, { callId: good.callId, pass: good.pass }, { ...telephone, encoding: 'audio/l16' }),
      ],
    ],
    ['after something else', () => ['{"event":"media","media":{"payload":"////"}}']],
    ['after two greetings', () => [connected, connected]],
    ['as noise', () => ['\u0000{"event":']],
  ])('%s opens nothing', async (_, messages) => {
    const good = await line.answered();
    const before = service.sessions.length;
    const socket = await line.open();
    for (const message of messages(good)) socket.send(message);
    expect(await closing(socket)).toBe(1008);
    expect(service.sessions.length).toBe(before);
    expect(script(await voice.kit.call(good.callId))).toEqual([]);
  });
});

describe('a conversation', () => {
  test('goes on after messages nobody understands', async () => {
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
    sayOnStream(socket, 'Who is this?');
    await expect.poll(async () => script(await voice.kit.call(callId))).toContain('user: Who is this?');
    expect(session?.sent.of('error')).toEqual([]);
    expect(session?.orders().filter((order) => order === 'session.update')).toHaveLength(1);
    socket.terminate();
  });

  test('ends with a message that is too long, and says so', async () => {
    const { socket, callId } = await conversation();
    socket.send('x'.repeat(300 * 1024));
    expect(await closing(socket)).toBe(1009);
    await expect
      .poll(async () => script(await voice.kit.call(callId)).at(-1))
      .toBe('system: The line dropped during the conversation.');
  });

  test('leaves its session at the service as soon as its socket is gone', async () => {
    const { socket } = await conversation();
    const session = service.sessions.at(-1);
    socket.terminate();
    await expect(session?.received.until('never')).rejects.toThrow('the session is closed');
  });
});
