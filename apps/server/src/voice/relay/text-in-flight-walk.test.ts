import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RelayWalk } from '../../../testing/voice/relay/relay-walk.ts';

const move = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }).map((count) => ({ kind: 'receive', count })) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }).map((count) => ({ kind: 'deliver', count })) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }).map((count) => ({ kind: 'speak', count })) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }).map((count) => ({ kind: 'reply', count })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }).map((count) => ({ kind: 'answer', count })) },
  { weight: 2, arbitrary: fc.constant({ kind: 'interrupt', count: 0 }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'prompt', count: 0 }) },
);

test('VS53 a random walk: all that the carrier speaks is stored once, in its order, whatever is on its way', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (moves) => {
      const walk = new RelayWalk();
      for (const [place, { kind, count }] of moves.entries()) {
        if (kind === 'receive') walk.receive(count);
        else if (kind === 'deliver') walk.deliver(count);
        else if (kind === 'speak') walk.speak(count);
        else if (kind === 'reply') walk.reply(count, false);
        else if (kind === 'answer') walk.reply(count, true);
        else if (kind === 'interrupt') walk.interrupt();
        else walk.prompt(`Question ${place}?`);
        walk.pass(5);
      }
      walk.end();
      expect(walk.stored()).toEqual(walk.spoken);
    }),
    { numRuns: 5_000 },
  );
}, 60_000);
