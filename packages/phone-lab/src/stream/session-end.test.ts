import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import { noise, StreamHarness } from '../../testing/stream-harness.ts';

let harness: StreamHarness;
beforeAll(async () => {
  harness = await StreamHarness.start();
});
afterEach(() => harness.lab.faults.clear());
afterAll(() => harness.stop());

describe('the end of a stream', () => {
  it('by the application: the next verb', async () => {
    const { sid, peer } = await harness.connect();
    peer.play(noise(30));
    peer.socket.close();
    await harness.lab.ended(sid);
    expect(harness.said(sid)).toEqual(['app: Next verb.']);
    expect(peer.all('stop')).toEqual([]);
  });

  it('by a redirect over REST', async () => {
    const { sid, peer } = await harness.connect();
    await sdk(harness.lab)
      .calls(sid)
      .update({ twiml: twiml('<Say>Redirected.</Say>') });
    expect((await peer.closed).code).toBe(1000);
    expect(peer.all('stop')).toHaveLength(1);
    await harness.lab.ended(sid);
    expect(harness.said(sid)).toEqual(['app: Redirected.']);
  });

  it('with an action: requested after the application closed', async () => {
    const stream = `<Connect action="${harness.app.url}/done"><Stream url="${harness.media.url}/x"/></Connect>`;
    const sid = await harness.place(stream);
    (await harness.media.peer(sid)).socket.close();
    await harness.app.hit('/done', (hit) => hit.params.CallSid === sid);
    await harness.lab.ended(sid);
    expect(harness.said(sid)).toEqual(['app: Afterwards.']);
  });

  it('by a broken connection (cutWebsocket): the next verb, and no stop', async () => {
    harness.lab.faults.set({ cutWebsocket: { ms: 50, times: 1 } });
    const { sid, peer } = await harness.connect(`statusCallback="${harness.app.url}/events"`);
    expect((await peer.closed).code).toBe(1006);
    await harness.lab.ended(sid);
    expect(peer.all('stop')).toEqual([]);
    expect(harness.problems(sid)).toEqual(['error 31921']);
    expect(harness.said(sid)).toEqual(['app: Next verb.']);
  });

  it('is sent to the status callback, like the start', async () => {
    const { sid, peer } = await harness.connect(`name="mine" statusCallback="${harness.app.url}/events"`);
    harness.lab.hangUp(sid);
    const isMine = (event: string) => (hit: { params: Record<string, string> }) =>
      hit.params.CallSid === sid && hit.params.StreamEvent === event;
    const started = await harness.app.hit('/events', isMine('stream-started'));
    expect(started.signed).toBe(true);
    expect(started.params).toEqual({
      AccountSid: harness.lab.accountSid,
      CallSid: sid,
      StreamSid: peer.sid,
      StreamName: 'mine',
      StreamEvent: 'stream-started',
      Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await harness.app.hit('/events', isMine('stream-stopped'));
  });
});
