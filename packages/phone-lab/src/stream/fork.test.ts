import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import { placeAndAnswer, problems, waitForSaid } from '../../testing/calls.ts';
import { type StreamApp, startStreamApp } from '../../testing/stream-app.ts';
import { wordsIn } from '../audio/voice-reader.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let media: StreamApp;

beforeAll(async () => {
  lab = await startLab({ speed: 10, cps: 1000, callees: { default: 'handset' } });
  media = await startStreamApp(() => lab);
});
afterAll(async () => {
  await media.close();
  await lab.stop();
});

describe('<Start><Stream>', () => {
  it('listens to both sides beside the call, until the call ends', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Start><Stream url="${media.url}/fork" track="both_tracks"><Parameter name="a" value="b"/></Stream></Start><Pause length="10"/><Say>Please hold the line.</Say><Pause length="20"/>`,
    );
    const peer = await media.peer(sid);
    expect(peer.messages[1]?.start).toMatchObject({
      tracks: ['inbound', 'outbound'],
      customParameters: { a: 'b' },
    });
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'said');
    lab.say(sid, 'I am holding.');
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'said' && entry.by === 'party');
    await expect.poll(() => wordsIn(peer.heard('outbound'))).toBe('Please hold the line.');
    await expect.poll(() => wordsIn(peer.heard('inbound'))).toBe('I am holding.');
    const tracks = peer.all('media').map(({ media }) => `${media?.track} ${media?.chunk}`);
    expect(tracks.slice(0, 4)).toEqual(['inbound 1', 'outbound 1', 'inbound 2', 'outbound 2']);
    lab.hangUp(sid);
    expect((await peer.closed).code).toBe(1000);
    expect(peer.messages.at(-1)?.event).toBe('stop');
  });

  it('only listens: what is sent back is not played', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Start><Stream url="${media.url}/fork"/></Start><Pause length="60"/>`,
    );
    const peer = await media.peer(sid);
    await peer.next('media');
    peer.play(Buffer.alloc(8000, 0x20));
    peer.mark('never');
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'problem');
    expect(problems(lab, sid)).toEqual(['warning 31951']);
    lab.hangUp(sid);
    await peer.closed;
    expect(peer.all('mark')).toEqual([]);
    expect(lab.ledger(sid).some((entry) => entry.kind === 'heard')).toBe(false);
  });

  it('is stopped by name', async () => {
    const sid = await placeAndAnswer(
      lab,
      `<Start><Stream name="mine" url="${media.url}/fork"/></Start><Pause length="600"/>`,
    );
    const peer = await media.peer(sid);
    const stop = '<Stop><Stream name="mine"/></Stop><Stop><Stream name="other"/></Stop>';
    const document = twiml(`${stop}<Say>On it goes.</Say><Pause length="600"/>`);
    await sdk(lab).calls(sid).update({ twiml: document });
    await peer.closed;
    expect(peer.messages.at(-1)?.event).toBe('stop');
    await waitForSaid(lab, sid, 'On it goes.');
    expect(lab.call(sid)?.status).toBe('in-progress');
    lab.hangUp(sid);
    expect(problems(lab, sid)).toEqual(['warning 12200']);
  });

  it.each([
    ['cannot connect', '<Start><Stream url="ws://127.0.0.1:1/none"/></Start>', 'error 31901'],
    // The third is asked for while the others are still connecting.
    [
      'has too many tracks',
      '<Start><Stream url="/fork" track="both_tracks"/></Start>'.repeat(3),
      'error 31900',
    ],
  ])('that %s leaves the call alone', async (_, start, problem) => {
    const streams = start.replaceAll('"/fork"', `"${media.url}/fork"`);
    const sid = await placeAndAnswer(lab, `${streams}<Pause length="1"/><Say>Still here.</Say>`);
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'problem');
    await lab.ended(sid);
    expect(problems(lab, sid)).toEqual([problem]);
    expect(lab.ledger(sid).some((entry) => entry.kind === 'said' && entry.text === 'Still here.')).toBe(true);
  });

  it('goes with a dialled conversation: each side is a track', async () => {
    lab.callees.setNumber('+15005550020', 'silent');
    const sid = await placeAndAnswer(
      lab,
      `<Start><Stream url="${media.url}/fork" track="both_tracks"/></Start><Dial>+15005550020</Dial>`,
    );
    const peer = await media.peer(sid);
    const child = await lab.waitFor(
      (entry) =>
        entry.kind === 'call' && entry.record.parentCallSid === sid && entry.record.status === 'in-progress',
    );
    lab.say(child.callSid ?? '', 'Here I am.');
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'said' && entry.by === 'app');
    await expect.poll(() => wordsIn(peer.heard('outbound'))).toBe('Here I am.');
    lab.hangUp(sid);
  });
});
