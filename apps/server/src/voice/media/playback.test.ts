import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StreamCarrier } from '../../../testing/voice/media/stream-carrier.ts';
import { audioProtocol } from '../../../testing/voice/protocols.ts';
import { Playback } from './playback.ts';

/** Pieces of an item that all went out at one moment. */
const withSound = (itemId: string, pieces: readonly number[], at = 0): Playback => {
  const playback = new Playback();
  for (const ms of pieces) playback.sent(itemId, ms, at);
  return playback;
};

/** The mark behind so much of an item comes back. */
const echo = (playback: Playback, itemId: string, ms: number, at: number) =>
  playback.echoed(playback.markName(itemId, ms), at);

describe('what was played', () => {
  test('between two marks the position is computed from the clock', () => {
    const playback = withSound('a', [400], 1_000);
    playback.sent('a', 400, 1_010);
    expect(playback.now(1_250)?.ms).toBe(250);
    echo(playback, 'a', 400, 1_430);
    expect(playback.now(1_430)?.ms).toBe(400);
    expect(playback.now(1_530)?.ms).toBe(500);
    expect(playback.now(9_999)).toBeNull();
  });

  test('audio that arrives at an empty buffer plays from its arrival', () => {
    const playback = withSound('a', [200]);
    expect(playback.now(900)).toBeNull();
    playback.sent('a', 200, 1_000);
    expect(playback.now(1_050)?.ms).toBe(250);
  });

  test('an item waits for the one before it', () => {
    const playback = withSound('a', [500]);
    playback.sent('b', 500, 100);
    expect(playback.now(300)).toEqual({ itemId: 'a', ms: 300 });
    expect(playback.now(700)).toEqual({ itemId: 'b', ms: 200 });
    // The first one took longer than thought, so the second begins later.
    echo(playback, 'a', 500, 540);
    expect(playback.now(700)).toEqual({ itemId: 'b', ms: 160 });
  });

  test('a carrier faster than real time', () => {
    const playback = new Playback(10);
    playback.sent('a', 1_000, 0);
    expect(playback.now(30)?.ms).toBe(300);
  });

  test('when all is played, nothing is playing', () => {
    expect(new Playback().now(0)).toBeNull();
    expect(withSound('a', [100]).now(100)).toBeNull();
  });
});

describe('marks', () => {
  const playing = () => withSound('item:1', [500]);

  test('a mark reports what was played of its item, to the sample', () => {
    expect(echo(playing(), 'item:1', 312.125, 320)).toEqual({ itemId: 'item:1', ms: 312.125 });
  });

  test('one that comes back after a clear is ignored', () => {
    const playback = playing();
    const name = playback.markName('item:1', 500);
    playback.clear();
    playback.sent('item:1', 500, 100);
    expect(playback.echoed(name, 110)).toBeNull();
    expect(playback.now(110)?.ms).toBe(10);
  });

  test.each([
    '',
    'x',
    '0:100:',
    '0::item:1',
    '0:900:item:1',
    '0:100:other',
    '1:100:item:1',
    '0:1.2.3:item:1',
  ])('one that we did not send tells nothing: %j', (name) => {
    const playback = playing();
    expect(playback.echoed(name, 100)).toBeNull();
    expect(playback.now(150)).toEqual({ itemId: 'item:1', ms: 150 });
  });

  test('one that comes back twice, or late, does not move the position back', () => {
    const playback = playing();
    echo(playback, 'item:1', 400, 400);
    expect(echo(playback, 'item:1', 200, 410)).toEqual({ itemId: 'item:1', ms: 200 });
    expect(playback.now(410)?.ms).toBe(410);
  });
});

type Move =
  | { readonly kind: 'send'; readonly samples: number }
  | { readonly kind: 'next' }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'clear' };

const moves = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.integer({ min: 1, max: 8_000 }).map((samples): Move => ({ kind: 'send', samples })),
    },
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 900 }).map((ms): Move => ({ kind: 'pass', ms })) },
    { weight: 1, arbitrary: fc.constant<Move>({ kind: 'next' }) },
    { weight: 1, arbitrary: fc.constant<Move>({ kind: 'clear' }) },
  ),
  { maxLength: 60 },
);

test('whatever is sent and whenever, it knows what the carrier has played', () => {
  fc.assert(
    fc.property(moves, (sequence) => {
      const carrier = new StreamCarrier();
      const writer = audioProtocol.writer(carrier.streamSid);
      const playback = new Playback();
      let at = 0;
      let item = 1;
      const sent = new Map<string, number>();
      /** Where each item begins in what the other party hears. */
      const begins = new Map<string, number>();
      carrier.onEcho((name) => void playback.echoed(name, at));
      for (const move of sequence) {
        const id = `item-${item}`;
        if (move.kind === 'send') {
          const ms = move.samples / 8;
          if (!begins.has(id)) begins.set(id, carrier.heardMs + carrier.queuedMs);
          playback.sent(id, ms, at);
          carrier.receive(writer.media(Buffer.alloc(move.samples).toString('base64')));
          sent.set(id, (sent.get(id) ?? 0) + ms);
          carrier.receive(writer.mark(playback.markName(id, sent.get(id) ?? 0)));
        } else if (move.kind === 'next') item += 1;
        else if (move.kind === 'clear') {
          playback.clear();
          carrier.receive(writer.clear);
          // What was cut is over; later sound belongs to another item, as in a session.
          item += 1;
        } else {
          for (let left = move.ms; left > 0; ) {
            const step = Math.min(left, carrier.untilMark() || left);
            at += step;
            left -= step;
            carrier.play(step);
          }
        }
        const now = playback.now(at);
        expect(now !== null).toBe(carrier.queuedMs > 1e-6);
        if (now) expect(now.ms).toBeCloseTo(carrier.heardMs - (begins.get(now.itemId) ?? 0), 6);
      }
    }),
    { numRuns: 300 },
  );
});

/** Two seconds of sound in ten pieces. */
const tenPieces = () =>
  withSound(
    'a',
    Array.from({ length: 10 }, () => 200),
  );

test('marks that a busy machine hands over late do not set the clock back', () => {
  const playback = tenPieces();
  echo(playback, 'a', 200, 210);
  // Nobody ran for a while; the carrier has played on, and what it told meanwhile comes all at once.
  for (const ms of [400, 600]) echo(playback, 'a', ms, 760);
  expect(playback.now(760)?.ms).toBe(750);
  echo(playback, 'a', 800, 805);
  expect(playback.now(900)?.ms).toBe(895);
});

test('a carrier that has paused is followed, once its marks agree', () => {
  const playback = tenPieces();
  for (const [index, at] of [200, 400, 730, 950, 1_130, 1_350].entries()) {
    echo(playback, 'a', (index + 1) * 200, at);
  }
  // From the third mark on it is 130 ms behind; each mark takes its own time on top of that.
  expect(playback.now(1_400)?.ms).toBe(1_270);
});

test('marks that travel for a while move it by no more than their way', () => {
  const delays = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(delays, fc.integer({ min: 0, max: 2_000 }), (ways, asked) => {
      const playback = tenPieces();
      for (const [index, way] of ways.entries()) {
        const playedAt = (index + 1) * 200;
        if (playedAt + way > asked) break;
        echo(playback, 'a', playedAt, playedAt + way);
      }
      expect(Math.abs((playback.now(asked)?.ms ?? 2_000) - asked)).toBeLessThanOrEqual(60);
    }),
  );
});
