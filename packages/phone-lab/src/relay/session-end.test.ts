import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import { placeAndAnswer } from '../../testing/calls.ts';
import { RelayHarness } from '../../testing/relay-harness.ts';

let harness: RelayHarness;
beforeAll(async () => {
  harness = await RelayHarness.start();
});
afterEach(() => harness.lab.faults.clear());
afterAll(() => harness.stop());

describe('the end of a session', () => {
  it('by the caller: the socket closes, the action is requested with a completed call', async () => {
    const { sid, peer } = await harness.connect('events="tokens-played"');
    peer.say('This sentence, is going to be cut off rather soon I think.');
    await harness.playing(peer, 'sentence,');
    harness.lab.hangUp(sid);
    expect((await peer.closed).code).toBe(1000);
    const hit = await harness.action(sid);
    expect(hit.params).toMatchObject({ SessionStatus: 'completed', CallStatus: 'completed' });
    expect(harness.said(sid)).toHaveLength(1);
    expect(harness.said(sid)[0]).toMatch(/^app: This sentence,.* —$/);
  });

  it('by a closed socket: no hang-up, the action decides', async () => {
    const { sid, peer } = await harness.connect();
    peer.socket.close();
    const hit = await harness.action(sid);
    expect(hit.params).toMatchObject({
      SessionStatus: 'failed',
      ErrorCode: '64105',
      CallStatus: 'in-progress',
    });
    await harness.lab.ended(sid);
    expect(harness.said(sid)).toEqual(['app: Afterwards.']);
  });

  it('without an action: the next verb, or the end', async () => {
    const document = `<Connect><ConversationRelay url="${harness.relay.url}/x"/></Connect><Say>Next.</Say>`;
    const sid = await placeAndAnswer(harness.lab, document);
    (await harness.relay.peer(sid)).send({ type: 'end' });
    await harness.lab.ended(sid);
    expect(harness.said(sid)).toEqual(['app: Next.']);
  });

  it('by a redirect over REST', async () => {
    const { sid, peer } = await harness.connect();
    await sdk(harness.lab)
      .calls(sid)
      .update({ twiml: twiml('<Say>Redirected.</Say>') });
    expect((await peer.closed).code).toBe(1000);
    await harness.lab.ended(sid);
    expect(harness.said(sid)).toEqual(['app: Redirected.']);
    expect(harness.app.on('/done').some((hit) => hit.params.CallSid === sid)).toBe(false);
  });

  it('by a broken connection (cutWebsocket)', async () => {
    harness.lab.faults.set({ cutWebsocket: { ms: 50, times: 1 } });
    const { sid, peer } = await harness.connect();
    expect((await peer.closed).code).toBe(1006);
    expect((await harness.action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  });
});
