import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { type StreamApp, startStreamApp } from '../../testing/stream-app.ts';
import { soundOf } from '../audio/voice.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
let media: StreamApp;
const from = '+15005550006';
const to = '+15005550010';
/** Sound without words. */
const second = (count: number) => Buffer.alloc(8000 * count, Buffer.from([0x10, 0x22, 0x90, 0xa2]));

beforeAll(async () => {
  lab = await startLab({ speed: 10, cps: 1000, callees: { default: 'handset' } });
  app = await startApp(() => lab, { '/done': twiml('<Say>Afterwards.</Say>'), '/events': '' });
  media = await startStreamApp(() => lab);
});
afterEach(() => lab.faults.clear());
afterAll(async () => {
  await media.close();
  await app.close();
  await lab.stop();
});

async function place(document: string, number = to): Promise<string> {
  const { sid } = await sdk(lab).calls.create({ to: number, from, twiml: twiml(document) });
  await lab.waitFor(
    (entry) => entry.kind === 'progress' && entry.event === 'ringing' && entry.callSid === sid,
  );
  lab.answer(sid);
  return sid;
}

async function connect(attributes = '', inner = '', path = '/media', number = to) {
  const stream = `<Stream url="${media.url}${path}" ${attributes}>${inner}</Stream>`;
  const sid = await place(`<Connect>${stream}</Connect><Say>Next verb.</Say>`, number);
  return { sid, peer: await media.peer(sid) };
}

const problems = (sid: string) =>
  lab.ledger(sid).flatMap((entry) => (entry.kind === 'problem' ? [`${entry.level} ${entry.code}`] : []));
const said = (sid: string) =>
  lab
    .ledger(sid)
    .flatMap((entry) =>
      entry.kind === 'said' ? [`${entry.by}: ${entry.text}${entry.cut ? ' —' : ''}`] : [],
    );
const heard = (sid: string) =>
  lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'heard' ? [{ ms: entry.ms, clearedMs: entry.clearedMs }] : []));
const ended = (sid: string, text: string) =>
  lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'said' && entry.text.includes(text));

describe('the handshake', () => {
  it('is signed over the URL of the document; connected and start come first, with Twilio’s types', async () => {
    const { sid, peer } = await connect(
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
          accountSid: lab.accountSid,
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
    lab.hangUp(sid);
  });

  it('leaves a query string out, as Twilio does', async () => {
    const { sid, peer } = await connect('', '', '/media?token=lost');
    expect(peer.path).toBe('/media');
    expect(peer.signed).toBe(true);
    expect(problems(sid)).toEqual(['warning 31923']);
    lab.hangUp(sid);
  });

  it.each([
    ['nobody listens', () => 'ws://127.0.0.1:1/media', 31901],
    ['it is no websocket', () => app.url.replace('http', 'ws'), 31920],
    ['plain ws leaves the machine', () => 'ws://192.0.2.1/media', 31922],
    ['it is an http address', () => app.url, 31922],
    ['there is none', () => '', 31923],
  ])('fails when %s; the call goes on', async (_, url, code) => {
    const sid = await place(
      `<Connect><Stream url="${url()}" statusCallback="${app.url}/events"/></Connect><Say>Next verb.</Say>`,
    );
    await lab.ended(sid);
    expect(problems(sid)).toEqual([`error ${code}`]);
    expect(said(sid)).toEqual(['app: Next verb.']);
    const hit = await app.hit('/events', (one) => one.params.CallSid === sid);
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
    const sid = await place(`<Connect>${stream}</Connect>`);
    await lab.ended(sid);
    expect(problems(sid)).toEqual([`error ${code}`]);
  });
});

describe('what the application hears', () => {
  it('is a frame every 20 ms, none missing, with the words of the person in it', async () => {
    const { sid, peer } = await connect();
    lab.say(sid, 'Hello, is this the practice?');
    await ended(sid, 'the practice?');
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
    lab.hangUp(sid);
  });

  it('has keys as dtmf messages', async () => {
    const { sid, peer } = await connect();
    lab.press(sid, '5#');
    await peer.next('dtmf', (message) => message.dtmf?.digit === '#');
    const [first] = peer.all('dtmf');
    expect(first).toEqual({
      event: 'dtmf',
      streamSid: peer.sid,
      sequenceNumber: expect.stringMatching(/^\d+$/),
      dtmf: { track: 'inbound_track', digit: '5' },
    });
    lab.hangUp(sid);
  });

  it('has gaps where the network loses sound (mediaGap)', async () => {
    const number = '+15005550011';
    lab.faults.set({ mediaGap: { to: number, skip: 10, times: 1, ms: 200 } });
    const { sid, peer } = await connect('', '', '/media', number);
    await peer.next('media', (message) => message.media?.chunk === '12');
    const times = peer.all('media').map((message) => Number(message.media?.timestamp));
    expect(times.slice(8, 12)).toEqual([180, 200, 420, 440]);
    expect(peer.all('media')[10]?.media?.chunk).toBe('11');
    lab.hangUp(sid);
  });
});

describe('what the application plays', () => {
  it('is heard in order, and marks come back when everything before them was played', async () => {
    const { sid, peer } = await connect();
    const started = lab.call(sid)?.createdAt ?? 0;
    const at = () => (Date.now() - started) * 10;
    const begin = at();
    peer.play(second(1));
    peer.mark('one');
    peer.play(second(2));
    peer.mark('two');
    const [first, last] = [
      peer.next('mark', (message) => message.mark?.name === 'one').then(at),
      peer.next('mark', (message) => message.mark?.name === 'two').then(at),
    ];
    expect((await first) - begin).toBeGreaterThan(980);
    expect((await last) - begin).toBeGreaterThan(2980);
    expect(peer.all('mark')[0]).toEqual({
      event: 'mark',
      sequenceNumber: expect.stringMatching(/^\d+$/),
      streamSid: peer.sid,
      mark: { name: 'one' },
    });
    await lab.waitFor((entry) => entry.kind === 'heard' && entry.callSid === sid);
    expect(heard(sid)).toEqual([{ ms: 3000, clearedMs: 0 }]);
    lab.hangUp(sid);
  });

  it('a mark comes back at once when there is nothing to play', async () => {
    const { sid, peer } = await connect();
    peer.mark('now');
    await peer.next('mark');
    expect(heard(sid)).toEqual([]);
    lab.hangUp(sid);
  });

  it('a clear ends it at once and sends all marks back', async () => {
    const { sid, peer } = await connect();
    peer.play(second(1));
    peer.mark('heard');
    peer.play(second(60));
    peer.mark('a');
    peer.play(second(60));
    peer.mark('b');
    await peer.next('mark', (message) => message.mark?.name === 'heard');
    peer.clear();
    await peer.next('mark', (message) => message.mark?.name === 'b');
    expect(peer.all('mark').map((message) => message.mark?.name)).toEqual(['heard', 'a', 'b']);
    // A late packet may make two bursts of one; nothing is lost or heard twice.
    const all = heard(sid);
    const total = (key: 'ms' | 'clearedMs') => all.reduce((sum, burst) => sum + burst[key], 0);
    expect(total('ms')).toBeGreaterThanOrEqual(1000);
    expect(total('clearedMs')).toBeGreaterThan(0);
    expect(total('ms') + total('clearedMs')).toBe(121_000);
    peer.play(second(1));
    peer.mark('after');
    await peer.next('mark', (message) => message.mark?.name === 'after');
    lab.hangUp(sid);
  });

  it('is written down in words where it is in the lab’s own voice, cut where it was cleared', async () => {
    const { sid, peer } = await connect();
    peer.play(soundOf('Good morning.'));
    await ended(sid, 'Good morning.');
    peer.play(soundOf('one two three '));
    peer.mark('three');
    peer.play(soundOf(`${'four five six seven eight nine '.repeat(60)}ten`));
    peer.mark('ten');
    await peer.next('mark', (message) => message.mark?.name === 'three');
    peer.clear();
    await peer.next('mark', (message) => message.mark?.name === 'ten');
    const lines = said(sid);
    expect(lines[0]).toBe('app: Good morning.');
    // How much more is heard before the clear arrives, if anything, is up to the machine.
    expect(lines[1]).toMatch(/^app: one two three(?:$|.* —$)/);
    expect(lines[1]).not.toContain('ten');
    lab.hangUp(sid);
  });

  it('is cut where the caller hangs up: stop, then the socket closes', async () => {
    const { sid, peer } = await connect();
    peer.play(soundOf('This is '));
    peer.mark('is');
    peer.play(
      soundOf(`a sentence that nobody will hear to its end because it is long${' and longer'.repeat(20)}.`),
    );
    await peer.next('mark');
    lab.hangUp(sid);
    expect((await peer.closed).code).toBe(1000);
    const last = peer.messages.at(-1);
    expect(last).toEqual({
      event: 'stop',
      sequenceNumber: String(peer.messages.length - 1),
      streamSid: peer.sid,
      stop: { accountSid: lab.accountSid, callSid: sid },
    });
    await lab.ended(sid);
    expect(said(sid)[0]).toMatch(/^app: This is.* —$/);
    expect(heard(sid)[0]?.clearedMs).toBeGreaterThan(1000);
  });

  it('loses what exceeds ten minutes, with one warning', async () => {
    const { sid, peer } = await connect();
    for (let minute = 0; minute < 12; minute++) peer.play(second(60));
    peer.clear();
    await lab.waitFor((entry) => entry.kind === 'heard' && entry.callSid === sid);
    expect(problems(sid)).toEqual(['warning 31931']);
    const [burst] = heard(sid);
    expect((burst?.ms ?? 0) + (burst?.clearedMs ?? 0)).toBe(600_000);
    lab.hangUp(sid);
  });
});

describe('the end', () => {
  it('by the application: the next verb', async () => {
    const { sid, peer } = await connect();
    peer.play(second(30));
    peer.socket.close();
    await lab.ended(sid);
    expect(said(sid)).toEqual(['app: Next verb.']);
    expect(peer.all('stop')).toEqual([]);
  });

  it('by a redirect over REST', async () => {
    const { sid, peer } = await connect();
    await sdk(lab)
      .calls(sid)
      .update({ twiml: twiml('<Say>Redirected.</Say>') });
    expect((await peer.closed).code).toBe(1000);
    expect(peer.all('stop')).toHaveLength(1);
    await lab.ended(sid);
    expect(said(sid)).toEqual(['app: Redirected.']);
  });

  it('with an action: asked after the application closed', async () => {
    const stream = `<Connect action="${app.url}/done"><Stream url="${media.url}/x"/></Connect>`;
    const sid = await place(stream);
    (await media.peer(sid)).socket.close();
    await app.hit('/done', (hit) => hit.params.CallSid === sid);
    await lab.ended(sid);
    expect(said(sid)).toEqual(['app: Afterwards.']);
  });

  it('by a torn connection (cutWebsocket): the next verb, and no stop', async () => {
    lab.faults.set({ cutWebsocket: { ms: 50, times: 1 } });
    const { sid, peer } = await connect(`statusCallback="${app.url}/events"`);
    expect((await peer.closed).code).toBe(1006);
    await lab.ended(sid);
    expect(peer.all('stop')).toEqual([]);
    expect(problems(sid)).toEqual(['error 31921']);
    expect(said(sid)).toEqual(['app: Next verb.']);
  });

  it('is told to the status callback, as the beginning was', async () => {
    const { sid, peer } = await connect(`name="mine" statusCallback="${app.url}/events"`);
    lab.hangUp(sid);
    const isMine = (event: string) => (hit: { params: Record<string, string> }) =>
      hit.params.CallSid === sid && hit.params.StreamEvent === event;
    const started = await app.hit('/events', isMine('stream-started'));
    expect(started.signed).toBe(true);
    expect(started.params).toEqual({
      AccountSid: lab.accountSid,
      CallSid: sid,
      StreamSid: peer.sid,
      StreamName: 'mine',
      StreamEvent: 'stream-started',
      Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await app.hit('/events', isMine('stream-stopped'));
  });
});

describe('messages Twilio does not know', () => {
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
    const { sid, peer } = await connect();
    const message = typeof text === 'string' ? text.replace('{sid}', peer.sid) : text;
    peer.socket.send(message);
    peer.socket.send(message);
    peer.mark('still here');
    await peer.next('mark');
    expect(problems(sid)).toEqual([`warning ${code}`]);
    lab.hangUp(sid);
  });
});
