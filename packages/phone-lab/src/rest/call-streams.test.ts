import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, twiml } from '../../testing/app.ts';
import { type StreamApp, startStreamApp } from '../../testing/stream-app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let media: StreamApp;

beforeAll(async () => {
  lab = await startLab({ speed: 10, callees: { default: { ring: 0, patienceMs: 'endless' } } });
  media = await startStreamApp(() => lab);
});
afterAll(async () => {
  await media.close();
  await lab.stop();
});

async function talking(): Promise<string> {
  const document = twiml('<Pause length="600"/>');
  const { sid } = await sdk(lab).calls.create({ to: '+15005550010', from: '+15005550006', twiml: document });
  await lab.waitFor(
    (entry) => entry.kind === 'progress' && entry.event === 'answered' && entry.callSid === sid,
  );
  return sid;
}

describe('streams by REST', () => {
  it('are started on a live call and stopped by sid or name', async () => {
    const sid = await talking();
    const streams = sdk(lab).calls(sid).streams;
    const made = await streams.create({
      url: `${media.url}/rest`,
      name: 'mine',
      track: 'both_tracks',
      'parameter1.name': 'a',
      'parameter1.value': 'b',
    });
    expect(made).toMatchObject({
      sid: expect.stringMatching(/^MZ[0-9a-f]{32}$/),
      name: 'mine',
      status: 'in-progress',
      callSid: sid,
    });
    const peer = await media.peer(sid);
    expect(peer.sid).toBe(made.sid);
    expect(peer.messages[1]?.start).toMatchObject({
      tracks: ['inbound', 'outbound'],
      customParameters: { a: 'b' },
    });
    expect((await streams('mine').update({ status: 'stopped' })).status).toBe('stopped');
    await peer.closed;
    expect(peer.messages.at(-1)?.event).toBe('stop');
    expect(await refusal(streams(made.sid).update({ status: 'stopped' }))).toMatchObject({ status: 404 });
    lab.hangUp(sid);
    expect(await refusal(streams.create({ url: `${media.url}/rest` }))).toMatchObject({
      status: 400,
      code: 21220,
    });
  });

  it('are refused without a URL, with an unknown track, or as a fifth track', async () => {
    const sid = await talking();
    const streams = sdk(lab).calls(sid).streams;
    const url = `${media.url}/rest`;
    expect(await refusal(streams.create({ url: '' }))).toMatchObject({ status: 400, code: 21205 });
    expect(await refusal(streams.create({ url, track: 'left' as never }))).toMatchObject({
      status: 400,
      code: 20001,
    });
    for (const name of ['one', 'two']) {
      await streams.create({ url, name, track: 'both_tracks' });
      await lab.waitFor(
        (entry) =>
          entry.kind === 'stream' &&
          entry.callSid === sid &&
          JSON.stringify(entry.message).includes('"start"'),
      );
      await media.peer(sid);
    }
    await expect
      .poll(() => media.peers.filter((peer) => peer.messages[1]?.start?.callSid === sid).length)
      .toBe(2);
    expect(await refusal(streams.create({ url }))).toMatchObject({ status: 400, code: 31900 });
    lab.hangUp(sid);
  });
});
