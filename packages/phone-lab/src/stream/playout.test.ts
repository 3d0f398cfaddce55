import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noise, StreamHarness } from '../../testing/stream-harness.ts';
import { soundOf } from '../audio/voice.ts';

let harness: StreamHarness;
beforeAll(async () => {
  harness = await StreamHarness.start();
});
afterAll(() => harness.stop());

describe('what the application plays', () => {
  it('is heard in order, and marks are echoed when everything before them was played', async () => {
    const { sid, peer } = await harness.connect();
    const begin = peer.messages.length;
    peer.play(noise(1));
    peer.mark('one');
    peer.play(noise(2));
    peer.mark('two');
    await peer.next('mark', (message) => message.mark?.name === 'two');
    // Frames of 20 ms tell the time of the call: after a stop of the machine several come at once.
    const framesBefore = (name: string) => {
      const until = peer.messages.findIndex(({ mark }) => mark?.name === name);
      return peer.messages.slice(begin, until).filter(({ event }) => event === 'media').length;
    };
    expect(framesBefore('one')).toBeGreaterThanOrEqual(50);
    expect(framesBefore('two')).toBeGreaterThanOrEqual(150);
    expect(peer.all('mark')[0]).toEqual({
      event: 'mark',
      sequenceNumber: expect.stringMatching(/^\d+$/),
      streamSid: peer.sid,
      mark: { name: 'one' },
    });
    await harness.lab.waitFor((entry) => entry.kind === 'heard' && entry.callSid === sid);
    expect(harness.heard(sid)).toEqual([{ ms: 3000, clearedMs: 0 }]);
    harness.lab.hangUp(sid);
  });

  it('what was played counts as said when the application closes the stream right after it', async () => {
    const { sid, peer } = await harness.connect();
    peer.play(soundOf('Goodbye.'));
    peer.mark('end');
    await peer.next('mark');
    peer.socket.close(1000);
    await harness.lab.waitFor((entry) => entry.kind === 'said' && entry.callSid === sid);
    const said = harness.lab.ledger(sid).filter((entry) => entry.kind === 'said');
    expect(said).toMatchObject([{ by: 'app', text: 'Goodbye.', cut: false }]);
    harness.lab.hangUp(sid);
  });

  it('a mark is echoed at once when nothing is playing', async () => {
    const { sid, peer } = await harness.connect();
    peer.mark('now');
    await peer.next('mark');
    expect(harness.heard(sid)).toEqual([]);
    harness.lab.hangUp(sid);
  });

  it('a clear ends it at once and echoes all marks', async () => {
    const { sid, peer } = await harness.connect();
    peer.play(noise(1));
    peer.mark('heard');
    peer.play(noise(60));
    peer.mark('a');
    peer.play(noise(60));
    peer.mark('b');
    await peer.next('mark', (message) => message.mark?.name === 'heard');
    peer.clear();
    await peer.next('mark', (message) => message.mark?.name === 'b');
    expect(peer.all('mark').map((message) => message.mark?.name)).toEqual(['heard', 'a', 'b']);
    // A late packet may make two bursts of one; nothing is lost or heard twice.
    const all = harness.heard(sid);
    const total = (key: 'ms' | 'clearedMs') => all.reduce((sum, burst) => sum + burst[key], 0);
    expect(total('ms')).toBeGreaterThanOrEqual(1000);
    expect(total('clearedMs')).toBeGreaterThan(0);
    expect(total('ms') + total('clearedMs')).toBe(121_000);
    peer.play(noise(1));
    peer.mark('after');
    await peer.next('mark', (message) => message.mark?.name === 'after');
    harness.lab.hangUp(sid);
  });

  it('is in the ledger as text where it is in the lab’s own voice, cut where it was cleared', async () => {
    const { sid, peer } = await harness.connect();
    peer.play(soundOf('Good morning.'));
    await harness.waitForSaid(sid, 'Good morning.');
    peer.play(soundOf('one two three '));
    peer.mark('three');
    peer.play(soundOf(`${'four five six seven eight nine '.repeat(60)}ten`));
    peer.mark('ten');
    await peer.next('mark', (message) => message.mark?.name === 'three');
    peer.clear();
    await peer.next('mark', (message) => message.mark?.name === 'ten');
    const lines = harness.said(sid);
    expect(lines[0]).toBe('app: Good morning.');
    // How much more is heard before the clear arrives, if anything, is up to the machine.
    expect(lines[1]).toMatch(/^app: one two three(?:$|.* —$)/);
    expect(lines[1]).not.toContain('ten');
    harness.lab.hangUp(sid);
  });

  it('is cut where the caller hangs up: stop, then the socket closes', async () => {
    const { sid, peer } = await harness.connect();
    peer.play(soundOf('This is '));
    peer.mark('is');
    peer.play(
      soundOf(`a sentence that nobody will hear to its end because it is long${' and longer'.repeat(20)}.`),
    );
    await peer.next('mark');
    harness.lab.hangUp(sid);
    expect((await peer.closed).code).toBe(1000);
    const last = peer.messages.at(-1);
    expect(last).toEqual({
      event: 'stop',
      sequenceNumber: String(peer.messages.length - 1),
      streamSid: peer.sid,
      stop: { accountSid: harness.lab.accountSid, callSid: sid },
    });
    await harness.lab.ended(sid);
    expect(harness.said(sid)[0]).toMatch(/^app: This is.* —$/);
    expect(harness.heard(sid)[0]?.clearedMs).toBeGreaterThan(1000);
  });

  it('is discarded above ten minutes, with one warning', async () => {
    const { sid, peer } = await harness.connect();
    for (let minute = 0; minute < 12; minute++) peer.play(noise(60));
    peer.clear();
    await harness.lab.waitFor((entry) => entry.kind === 'heard' && entry.callSid === sid);
    expect(harness.problems(sid)).toEqual(['warning 31931']);
    const [burst] = harness.heard(sid);
    expect((burst?.ms ?? 0) + (burst?.clearedMs ?? 0)).toBe(600_000);
    harness.lab.hangUp(sid);
  });
});
