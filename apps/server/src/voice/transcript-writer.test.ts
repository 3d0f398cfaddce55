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

test('what is said during a slow write is written together after it, each entry in its last form', async () => {
  const written: string[] = [];
  const first = Promise.withResolvers<void>();
  const never = new Promise<void>(() => {});
  const keeper = keeperOf({
    write: (_call, { message }, final) => {
      written.push(`${message}${final ? '' : '…'}`);
      return written.length === 1 ? first.promise : never;
    },
  });
  keeper.save({ ...said, ordinal: 0, text: 'One.' }, true);
  await turn();
  keeper.save({ ...said, ordinal: 1, text: 'T' }, false);
  keeper.save({ ...said, ordinal: 1, text: 'Two.' }, true);
  keeper.save({ ...said, ordinal: 2, text: 'Th' }, false);
  await turn();
  expect(written).toEqual(['One.']);
  first.resolve();
  await turn();
  expect(written).toEqual(['One.', 'Two.', 'Th…']);
});

test('an entry that is saved again after its removal is written after it', async () => {
  const done: string[] = [];
  const keeper = keeperOf({
    write: async (_call, { message }) => void done.push(message),
    remove: async (_call, ordinal) => void done.push(`removed ${ordinal}`),
  });
  keeper.save({ ...said, ordinal: 0, text: 'One.' }, true);
  keeper.remove(0);
  keeper.save({ ...said, ordinal: 0, text: 'Two.' }, true);
  await turn();
  expect(done).toEqual(['One.', 'removed 0', 'Two.']);
});
