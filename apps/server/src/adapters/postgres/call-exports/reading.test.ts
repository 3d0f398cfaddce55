import { expect, test } from 'vitest';
import type { CursorOptions } from '../cursor.ts';
import { createExportReading } from './reading.ts';

test('EX7: cancelling a file with words takes effect inside a page', async () => {
  const batches: number[] = [];
  const reading = createExportReading({
    database: {
      forTenant: () => Promise.reject(new Error('Nothing else is read.')),
      async *cursor(_tenant: string, _statement: unknown, { batch, signal }: CursorOptions) {
        for (let n = 0; n < 3; n += 1) {
          signal.throwIfAborted();
          batches.push(batch);
          yield [[`call ${n}`]];
        }
      },
    },
    search: {
      find: async () => ({ hits: [{ call: { _id: 'a' } as never, hit: null }], next: 'b', older: null }),
    },
    zoneOf: async () => 'UTC',
  });
  const cancelled = new AbortController();
  const order = { filters: { q: 'crown' }, columns: ['id' as const, 'transcript' as const], fields: [] };
  const rows: unknown[] = [];
  const read = async () => {
    for await (const calls of reading.read('one', order, cancelled.signal)) {
      rows.push(...calls.map(({ columns }) => columns.id));
      cancelled.abort('cancelled');
    }
  };
  await expect(read()).rejects.toBe('cancelled');
  expect({ rows, batches }).toEqual({ rows: ['call 0'], batches: [10] });
});
