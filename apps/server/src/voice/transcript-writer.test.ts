import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { TranscriptEntry, TranscriptStore } from '../ports/transcript-store.ts';
import { TranscriptWriter } from './transcript-writer.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const said = { speaker: 'user', at: 0, interrupted: false, unconfirmed: false } as const;

function keeperOf(record: Partial<TranscriptStore>, clock = new ManualClock()): TranscriptWriter {
  return new TranscriptWriter({
    call: { tenantId: 't', callId: 'c' },
    transcripts: record as TranscriptStore,
    clock,
    log: silent,
    wallTime: (at) => new Date(at),
  });
}

test('a slow write of turn timings delays no transcript entry; settled() waits for both', async () => {
  const stored: string[] = [];
  const timing = Promise.withResolvers<void>();
  const keeper = keeperOf({
    write: async (_call, { message }) => void stored.push(message),
    addTurnTiming: () => timing.promise,
    flush: () => () => {},
  });
  keeper.addTurn({ firstTokenMs: 1, firstSpeechMs: 2 });
  keeper.save({ ...said, ordinal: 0, text: 'One.' }, true);
  const settled = keeper.settled().then(() => stored.push('settled'));
  await turn();
  expect(stored).toEqual(['One.']);
  timing.resolve();
  await settled;
  expect(stored).toEqual(['One.', 'settled']);
});

test('what was said while the database was away is stored within a second of its return', async () => {
  const clock = new ManualClock();
  const back = clock.now().getTime() + 15_000;
  const stored: string[] = [];
  const write = async (_call: unknown, { message }: TranscriptEntry) => {
    if (clock.now().getTime() < back) throw new Error('The database is away.');
    stored.push(message);
  };
  const keeper = keeperOf({ write }, clock);
  keeper.save({ ...said, ordinal: 0, text: 'One.' }, true);
  keeper.save({ ...said, ordinal: 1, text: 'Two.' }, true);
  for (let step = 0; step < 160; step += 1) {
    clock.advance(100);
    await turn();
  }
  expect(stored).toEqual(['One.', 'Two.']);
});
