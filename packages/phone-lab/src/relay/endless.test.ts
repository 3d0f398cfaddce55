import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayHarness } from '../../testing/relay-harness.ts';

let play: RelayHarness;
beforeAll(async () => {
  play = await RelayHarness.start();
});
afterAll(() => play.stop());

const problems = (sid: string) =>
  play.lab.ledger(sid).flatMap((entry) => (entry.kind === 'problem' ? [entry.code] : []));
const notes = (sid: string) => play.lab.ledger(sid).filter((entry) => entry.kind === 'relay');

/** Sends as fast as the socket takes it, until it is closed. */
async function flood(peer: { socket: import('ws').WebSocket }, message: string): Promise<void> {
  const { socket } = peer;
  for (let sent = 0; sent < 15_000 && socket.readyState === socket.OPEN; sent++) {
    socket.send(message);
    if (sent % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('an application that sends without end', { timeout: 30_000 }, () => {
  it.each([
    ['tokens without end', { type: 'text', token: 'and another word ', last: false }],
    ['talk cycles without end', { type: 'text', token: 'Word.', last: true }],
    ['files without end', { type: 'play', source: 'http://127.0.0.1:1/a.wav' }],
    ['keys without end', { type: 'sendDigits', digits: '1234567890' }],
  ])('of %s: its session fails', async (_, message) => {
    const { sid, peer } = await play.connect();
    void flood(peer, JSON.stringify(message));
    expect((await play.action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
    expect(problems(sid)).toContain(64105);
    expect((await peer.closed).code).toBe(1008);
    expect(notes(sid).length).toBeLessThan(12_000);
  });

  it('of empty tokens does not fill the ledger', async () => {
    const { sid, peer } = await play.connect();
    await flood(peer, JSON.stringify({ type: 'text', token: '', last: true }));
    peer.send({ type: 'end' });
    await play.action(sid);
    expect(notes(sid).length).toBeLessThan(12_000);
  });

  it('of one message does not fill the memory: its session fails', async () => {
    const { sid, peer } = await play.connect();
    const { socket } = peer;
    const word = 'word '.repeat(20_000);
    socket.send(`{"type":"text","token":"${word}`, { fin: false });
    for (let sent = 0; sent < 300 && socket.readyState === socket.OPEN; sent++) {
      socket.send(word, { fin: false });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await play.action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
    expect((await peer.closed).code).toBe(1009);
  });

  it('may send much within the limits', async () => {
    const { sid, peer } = await play.connect();
    peer.say('word '.repeat(2_000));
    peer.send({ type: 'end' });
    expect((await play.action(sid)).params).toMatchObject({ SessionStatus: 'ended' });
  });
});
