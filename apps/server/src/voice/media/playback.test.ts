import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleared,
  markEchoed,
  markName,
  newPlayback,
  nowPlaying,
  type Playback,
  playedMs,
  soundSent,
} from './playback.ts';
import { streamWriter } from './stream-messages.ts';
import { StreamCarrier } from './testing/stream-carrier.ts';

describe('what was played', () => {
  test('between two marks, the clock tells', () => {
    let playback = soundSent(newPlayback(), 'a', 400, 1_000);
    playback = soundSent(playback, 'a', 400, 1_010);
    expect(playedMs(playback, 'a', 1_250)).toBe(250);
    playback = markEchoed(playback, markName(playback, 'a', 400), 1_430).playback;
    expect(playedMs(playback, 'a', 1_430)).toBe(400);
    expect(playedMs(playback, 'a', 1_530)).toBe(500);
    expect(playedMs(playback, 'a', 9_999)).toBe(800);
  });

  test('sound that comes after the buffer ran dry plays from when it came', () => {
    let playback = soundSent(newPlayback(), 'a', 200, 0);
    playback = soundSent(playback, 'a', 200, 1_000);
    expect(playedMs(playback, 'a', 900)).toBe(200);
    expect(playedMs(playback, 'a', 1_050)).toBe(250);
  });

  test('an item waits for the one before it', () => {
    let playback = soundSent(newPlayback(), 'a', 500, 0);
    playback = soundSent(playback, 'b', 500, 100);
    expect(nowPlaying(playback, 300)).toEqual({ itemId: 'a', ms: 300 });
    expect(playedMs(playback, 'b', 300)).toBe(0);
    expect(nowPlaying(playback, 700)).toEqual({ itemId: 'b', ms: 200 });
    // The first one took longer than thought, so the second begins later.
    playback = markEchoed(playback, markName(playback, 'a', 500), 540).playback;
    expect(nowPlaying(playback, 700)).toEqual({ itemId: 'b', ms: 160 });
  });

  test('a carrier faster than life', () => {
    const playback = soundSent(newPlayback(10), 'a', 1_000, 0);
    expect(playedMs(playback, 'a', 30)).toBe(300);
  });

  test('when all is played, nothing is playing', () => {
    expect(nowPlaying(newPlayback(), 0)).toBeNull();
    expect(nowPlaying(soundSent(newPlayback(), 'a', 100, 0), 100)).toBeNull();
  });
});

describe('marks', () => {
  const playing = soundSent(newPlayback(), 'item:1', 500, 0);

  test('a mark tells what was played of its item, to the sample', () => {
    const name = markName(playing, 'item:1', 312.125);
    expect(markEchoed(playing, name, 320).played).toEqual({ itemId: 'item:1', ms: 312.125 });
  });

  test('one that comes back after a clear tells nothing', () => {
    const name = markName(playing, 'item:1', 500);
    const after = soundSent(cleared(playing), 'item:1', 500, 100);
    expect(markEchoed(after, name, 110)).toEqual({ playback: after, played: null });
    expect(playedMs(after, 'item:1', 110)).toBe(10);
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
    expect(markEchoed(playing, name, 100)).toEqual({ playback: playing, played: null });
  });

  test('one that comes back twice, or late, takes nothing back', () => {
    const first = markEchoed(playing, markName(playing, 'item:1', 400), 400).playback;
    const again = markEchoed(first, markName(first, 'item:1', 200), 410);
    expect(again.played).toEqual({ itemId: 'item:1', ms: 200 });
    expect(playedMs(again.playback, 'item:1', 410)).toBe(410);
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
      const writer = streamWriter(carrier.streamSid);
      let playback: Playback = newPlayback();
      let at = 0;
      let item = 1;
      const sent = new Map<string, number>();
      /** Where each item begins in what the other party hears. */
      const begins = new Map<string, number>();
      carrier.onEcho((name) => {
        playback = markEchoed(playback, name, at).playback;
      });
      for (const move of sequence) {
        const id = `item-${item}`;
        if (move.kind === 'send') {
          const ms = move.samples / 8;
          if (!begins.has(id)) begins.set(id, carrier.heardMs + carrier.queuedMs);
          playback = soundSent(playback, id, ms, at);
          carrier.take(writer.media(Buffer.alloc(move.samples).toString('base64')));
          sent.set(id, (sent.get(id) ?? 0) + ms);
          carrier.take(writer.mark(markName(playback, id, sent.get(id) ?? 0)));
        } else if (move.kind === 'next') item += 1;
        else if (move.kind === 'clear') {
          playback = cleared(playback);
          carrier.take(writer.clear);
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
        const now = nowPlaying(playback, at);
        expect(now !== null).toBe(carrier.queuedMs > 1e-6);
        if (now) expect(now.ms).toBeCloseTo(carrier.heardMs - (begins.get(now.itemId) ?? 0), 6);
      }
    }),
    { numRuns: 300 },
  );
});

test('marks that a busy machine hands over late do not set the clock back', () => {
  let playback = newPlayback();
  for (let index = 0; index < 10; index += 1) playback = soundSent(playback, 'a', 200, 0);
  const echo = (ms: number, at: number) => {
    playback = markEchoed(playback, markName(playback, 'a', ms), at).playback;
  };
  echo(200, 210);
  // Nobody ran for a while; the carrier has played on, and what it told meanwhile comes all at once.
  for (const ms of [400, 600]) echo(ms, 760);
  expect(playedMs(playback, 'a', 760)).toBe(750);
  echo(800, 805);
  expect(playedMs(playback, 'a', 900)).toBe(895);
});

test('a carrier that has paused is followed, once its marks agree', () => {
  let playback = newPlayback();
  for (let index = 0; index < 10; index += 1) playback = soundSent(playback, 'a', 200, 0);
  for (const [index, at] of [200, 400, 730, 950, 1_130, 1_350].entries()) {
    playback = markEchoed(playback, markName(playback, 'a', (index + 1) * 200), at).playback;
  }
  // From the third mark on it is 130 ms behind; each mark takes its own time on top of that.
  expect(playedMs(playback, 'a', 1_400)).toBe(1_270);
});

test('marks that travel for a while move it by no more than their way', () => {
  const delays = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(delays, fc.integer({ min: 0, max: 2_000 }), (ways, asked) => {
      let playback = newPlayback();
      for (let index = 0; index < 10; index += 1) playback = soundSent(playback, 'a', 200, 0);
      for (const [index, way] of ways.entries()) {
        const playedAt = (index + 1) * 200;
        if (playedAt + way > asked) break;
        playback = markEchoed(playback, markName(playback, 'a', playedAt), playedAt + way).playback;
      }
      expect(Math.abs(playedMs(playback, 'a', asked) - asked)).toBeLessThanOrEqual(60);
    }),
  );
});
