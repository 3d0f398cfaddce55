import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StreamHarness } from '../../testing/stream-harness.ts';

let harness: StreamHarness;
beforeAll(async () => {
  harness = await StreamHarness.start();
});
afterEach(() => harness.lab.faults.clear());
afterAll(() => harness.stop());

describe('the handshake', () => {
  it('is signed over the URL of the document; connected and start come first, with Twilio’s types', async () => {
    const { sid, peer } = await harness.connect(
      'name="mine"',
      '<Parameter name="callId" value="c_42"/><Parameter name="token" value="t &amp; u"/>',
    );
    expect(peer.signed).toBe(true);
    await peer.next('media', (message) => message.media?.chunk === '3');
    expect(peer.messages.slice(0, 2)).toEqual([
      { event: 'connected', protocol: 'Call', version: '1.0.0' },
      {
        event: 'start',
        sequenceNumber: '1',
        streamSid: peer.sid,
        start: {
          accountSid: harness.lab.accountSid,
          streamSid: peer.sid,
          callSid: sid,
          tracks: ['inbound'],
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
          customParameters: { callId: 'c_42', token: 't & u' },
        },
      },
    ]);
    expect(peer.sid).toMatch(/^MZ[0-9a-f]{32}$/);
    const silence = Buffer.alloc(160, 0xff).toString('base64');
    expect(silence).toHaveLength(216);
    expect(peer.messages.slice(2, 5)).toEqual(
      ['1', '2', '3'].map((chunk, at) => ({
        event: 'media',
        sequenceNumber: String(at + 2),
        media: { track: 'inbound', chunk, timestamp: String((at + 1) * 20), payload: silence },
        streamSid: peer.sid,
      })),
    );
    harness.lab.hangUp(sid);
  });

  it('leaves a query string out, as Twilio does', async () => {
    const { sid, peer } = await harness.connect('', '', '/media?token=lost');
    expect(peer.path).toBe('/media');
    expect(peer.signed).toBe(true);
    expect(harness.problems(sid)).toEqual(['warning 31923']);
    harness.lab.hangUp(sid);
  });

  it.each([
    ['nobody listens', () => 'ws://127.0.0.1:1/media', 31901],
    ['it is no websocket', () => harness.app.url.replace('http', 'ws'), 31920],
    ['plain ws leaves the machine', () => 'ws://192.0.2.1/media', 31922],
    ['it is an http address', () => harness.app.url, 31922],
    ['there is none', () => '', 31923],
  ])('fails when %s; the call goes on', async (_, url, code) => {
    const sid = await harness.place(
      `<Connect><Stream url="${url()}" statusCallback="${harness.app.url}/events"/></Connect><Say>Next verb.</Say>`,
    );
    await harness.lab.ended(sid);
    expect(harness.problems(sid)).toEqual([`error ${code}`]);
    expect(harness.said(sid)).toEqual(['app: Next verb.']);
    const hit = await harness.app.hit('/events', (one) => one.params.CallSid === sid);
    expect(hit.params).toMatchObject({ StreamEvent: 'stream-error', StreamError: String(code) });
  });

  it.each([
    [
      'a long parameter',
      `<Stream url="ws://127.0.0.1:1"><Parameter name="a" value="${'x'.repeat(499)}"/></Stream>`,
      12200,
    ],
    ['a nameless parameter', '<Stream url="ws://127.0.0.1:1"><Parameter value="x"/></Stream>', 12200],
    ['another track than inbound', '<Stream url="ws://127.0.0.1:1" track="both_tracks"/>', 31941],
  ])('refuses %s', async (_, stream, code) => {
    const sid = await harness.place(`<Connect>${stream}</Connect>`);
    await harness.lab.ended(sid);
    expect(harness.problems(sid)).toEqual([`error ${code}`]);
  });
});

describe('what the application hears', () => {
  it('is a frame every 20 ms, none missing, with the words of the person in it', async () => {
    const { sid, peer } = await harness.connect();
    harness.lab.say(sid, 'Hello, is this the practice?');
    await harness.waitForSaid(sid, 'the practice?');
    // 24 letters at 60 ms, and a frame of silence behind them; on a busy machine the last ones are still on their way.
    const loud = () => peer.heard().filter((byte) => byte !== 0xff).length / 8;
    await expect.poll(loud).toBeGreaterThanOrEqual(24 * 60);
    const frames = peer.all('media').length;
    await peer.next('media', (message) => Number(message.media?.chunk) > frames + 1);
    expect(loud()).toBe(24 * 60);
    const media = peer.all('media').map((message) => message.media);
    expect(media.map((one) => one?.chunk)).toEqual(media.map((_, at) => String(at + 1)));
    expect(media.map((one) => one?.timestamp)).toEqual(media.map((_, at) => String((at + 1) * 20)));
    expect(peer.messages.slice(1).map((message) => message.sequenceNumber)).toEqual(
      peer.messages.slice(1).map((_, at) => String(at + 1)),
    );
    harness.lab.hangUp(sid);
  });

  it('has digits as dtmf messages', async () => {
    const { sid, peer } = await harness.connect();
    harness.lab.press(sid, '5#');
    await peer.next('dtmf', (message) => message.dtmf?.digit === '#');
    const [first] = peer.all('dtmf');
    expect(first).toEqual({
      event: 'dtmf',
      streamSid: peer.sid,
      sequenceNumber: expect.stringMatching(/^\d+$/),
      dtmf: { track: 'inbound_track', digit: '5' },
    });
    harness.lab.hangUp(sid);
  });

  it('has gaps where the network loses sound (mediaGap)', async () => {
    const number = '+15005550011';
    harness.lab.faults.set({ mediaGap: { to: number, skip: 10, times: 1, ms: 200 } });
    const { sid, peer } = await harness.connect('', '', '/media', number);
    await peer.next('media', (message) => message.media?.chunk === '12');
    const times = peer.all('media').map((message) => Number(message.media?.timestamp));
    expect(times.slice(8, 12)).toEqual([180, 200, 420, 440]);
    expect(peer.all('media')[10]?.media?.chunk).toBe('11');
    harness.lab.hangUp(sid);
  });
});

describe('invalid messages', () => {
  it.each([
    ['no JSON', 'hello', 31951],
    ['an unknown event', '{"event":"speak","streamSid":"{sid}"}', 31951],
    ['another stream', '{"event":"clear","streamSid":"MZ00000000000000000000000000000000"}', 31951],
    ['no stream', '{"event":"clear"}', 31951],
    ['a mark without a name', '{"event":"mark","streamSid":"{sid}"}', 31951],
    ['sound that is none', '{"event":"media","streamSid":"{sid}","media":{"payload":"%%"}}', 31951],
    ['a field too many', '{"event":"clear","streamSid":"{sid}","why":"so"}', 31951],
    ['binary', Buffer.from('{"event":"clear"}'), 31950],
  ])('%s: a warning once, and the stream goes on', async (_, text, code) => {
    const { sid, peer } = await harness.connect();
    const message = typeof text === 'string' ? text.replace('{sid}', peer.sid) : text;
    peer.socket.send(message);
    peer.socket.send(message);
    peer.mark('still here');
    await peer.next('mark');
    expect(harness.problems(sid)).toEqual([`warning ${code}`]);
    harness.lab.hangUp(sid);
  });
});
