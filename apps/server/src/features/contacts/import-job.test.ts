import { columnNames, type ImportColumns, limits, parseCsv } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { RecordingLog } from '../../../testing/voice/relay/relay-harness.ts';
import type { ImportBatch, RunningImport } from '../../ports/contact-imports.ts';
import { FileReader } from './file-reader.ts';
import { createImportConsumer, createImportJob } from './import-job.ts';

const none = Object.fromEntries(columnNames.map((name) => [name, null]));
const columns = { ...none, number: 0, name: 1 } as ImportColumns;
const key = { tenantId: 'a', importId: 'i' };

/** An import in memory, whose transactions can be made to fail. */
function imported(parts: readonly string[], settings: Partial<RunningImport> = {}) {
  let running: RunningImport | null = {
    ...{ parts: parts.length, columns, delimiter: ',', country: null, rowsRead: 0, erased: [] },
    ...{ position: { part: 0, offset: 0, row: 1, width: null }, startedBy: { id: 'kit', name: 'Kit' } },
    ...settings,
  };
  const batches: ImportBatch[] = [];
  const failures: ('before' | 'after')[] = [];
  let removals = 0;
  let failed = 0;
  const log = new RecordingLog();
  const clock = new ManualClock();
  const handler = createImportJob({
    imports: {
      open: async () => running,
      part: async (_key, part) => parts[part] ?? null,
      ownNumbers: async () => new Set<string>(),
      save: async (_key, _running, batch) => {
        if (!running || running.position.row !== batch.from.row) return false;
        const failure = failures.shift();
        if (failure === 'before') throw new Error('killed before the commit');
        batches.push(batch);
        running = batch.last
          ? null
          : { ...running, position: batch.to, rowsRead: running.rowsRead + batch.rows };
        if (failure === 'after') throw new Error('killed after the commit');
        return true;
      },
      fail: async () => {
        failed += 1;
        running = null;
      },
      removeAdded: async () => {
        removals += 1;
        return removals < 3;
      },
    },
    isAllowed: () => true,
    ...{ clock, log },
  });
  const run = (signal = new AbortController().signal, useFallback = false) =>
    handler(key, { signal, useFallback, sentAt: clock.now() });
  return {
    ...{ run, batches, failures, log },
    undo: () => {
      running = null;
    },
    contacts: () => batches.flatMap(({ contacts }) => contacts.map(({ row, name }) => [row, name])),
    refused: () => batches.flatMap(({ refused }) => refused.map(({ row, code }) => [row, code])),
    counts: () => ({ removals, failed }),
  };
}

const numberOf = (index: number) => `+4930${String(1_000_000 + index)}`;
const fileOf = (rows: number) =>
  `Phone,Name\r\n${Array.from({ length: rows }, (_, index) => `${numberOf(index)},Person ${index}\r\n`).join('')}`;
const cutInto = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );

describe('CT4: reading a file', () => {
  test('the heading is left out, each row is taken once, in transactions of 500', async () => {
    const at = imported(cutInto(fileOf(1_234), 777));
    await at.run();
    expect(at.contacts()).toEqual(
      Array.from({ length: 1_234 }, (_, index) => [index + 2, `Person ${index}`]),
    );
    expect(Math.max(...at.batches.map(({ contacts }) => contacts.length))).toBeLessThanOrEqual(500);
    expect(at.batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(1_234);
    expect(at.batches.filter(({ last }) => last)).toHaveLength(1);
  });

  test('wherever servers are killed, no row is read twice and none is left out', async () => {
    const text = fileOf(1_700);
    for (const kills of [
      ['before'],
      ['after'],
      ['before', 'after', 'before', 'after'],
      ['after', 'after'],
    ] as const) {
      const at = imported(cutInto(text, 5_000));
      at.failures.push(...kills);
      for (let runs = 0; runs <= kills.length; runs += 1) await at.run().catch(() => {});
      expect(at.contacts()).toEqual(
        Array.from({ length: 1_700 }, (_, index) => [index + 2, `Person ${index}`]),
      );
    }
  });

  test('a line that names the delimiter and a heading are passed over; a file without one loses no row', async () => {
    const withBoth = imported(['sep=,\r\nPhone,Name\r\n', '+4930123456,Ada\r\n']);
    await withBoth.run();
    expect(withBoth.contacts()).toEqual([[3, 'Ada']]);
    const withNone = imported(['\uFEFF+4930123456,Ada\r\n+4930123457,Ben']);
    await withNone.run();
    expect(withNone.contacts()).toEqual([
      [1, 'Ada'],
      [2, 'Ben'],
    ]);
  });

  test('a row with more columns than the first is refused, also after the job was begun again', async () => {
    const rows = `Phone,Name\n${Array.from({ length: 600 }, (_, index) => `${numberOf(index)},P\n`).join('')}${numberOf(9_999)},Weber,Ada\n`;
    const at = imported([rows]);
    at.failures.push('after');
    await at.run().catch(() => {});
    await at.run();
    expect(at.refused()).toEqual([[602, 'too_many_columns']]);
  });

  test('no more rows than a file may have', async () => {
    const at = imported([`Phone,Name\n${numberOf(1)},A\n${numberOf(2)},B\n${numberOf(3)},C\n`], {
      rowsRead: limits.importRowsMax - 1,
    });
    await at.run();
    expect(at.contacts()).toEqual([[2, 'A']]);
    expect(at.refused()).toEqual([[3, 'too_many_rows']]);
    expect(at.batches.at(-1)?.last).toBe(true);
  });

  test('a file of nothing but empty lines, but for one row, is read in one transaction', async () => {
    const at = imported(['\n'.repeat(2_000), `${'\n'.repeat(2_000)}+4930123456,Ada\n`]);
    await at.run();
    expect(at.contacts()).toEqual([[4_001, 'Ada']]);
    expect(at.batches).toHaveLength(1);
  });

  test('an empty file is done', async () => {
    const at = imported(['']);
    await at.run();
    expect(at.batches).toMatchObject([{ contacts: [], refused: [], rows: 0, last: true }]);
  });

  test('a server that stops fails the job, so that another goes on', async () => {
    const at = imported([fileOf(10)]);
    const stopping = new AbortController();
    stopping.abort();
    await expect(at.run(stopping.signal)).rejects.toThrow();
    expect(at.batches).toEqual([]);
    await at.run();
    expect(at.contacts()).toHaveLength(10);
  });

  test('a part that is gone fails the job; after many failures the import is given up', async () => {
    const at = imported(['Phone,Name\n'], { parts: 2 });
    await expect(at.run()).rejects.toThrow('is gone');
    await at.run(undefined, true);
    expect(at.counts().failed).toBe(1);
    expect(at.log.lines).toHaveLength(1);
  });
});

test('CT5: what was undone is removed in steps, whatever the job was sent for', async () => {
  const at = imported([fileOf(10)]);
  at.undo();
  await at.run();
  expect(at.counts().removals).toBe(3);
  expect(at.batches).toEqual([]);
});

test('the outbox queues the job of an import, and nothing else', async () => {
  const sent: unknown[] = [];
  const consumer = createImportConsumer({ send: async (given) => void sent.push(given) });
  const stored = { id: 1, tenantId: 'a', subject: 's', createdAt: new Date(0) };
  const { signal } = new AbortController();
  await consumer.handle(
    { ...stored, event: { type: 'contacts.import_started', version: 1, importId: 'i' } },
    signal,
  );
  await consumer.handle({ ...stored, event: { type: 'call.deleted', version: 1, callId: 'c' } }, signal);
  expect(sent).toEqual([key]);
});

test('CT4: reading goes on from every place that was stored, however the file was cut', async () => {
  const piece = fc.constantFrom(',', '"', '\n', '\r\n', '\r', 'Ada', '+4930123456', '\uFEFF', '王');
  const file = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 3 }),
      async (text, size, rows) => {
        const parts = text === '' ? [''] : cutInto(text, size);
        const deps = { parts: parts.length, delimiter: ',', part: async (part: number) => parts[part] ?? '' };
        const found = [];
        let place = { part: 0, offset: 0, row: 1 };
        for (;;) {
          // A reader of its own for every step, as after a kill.
          const step = await new FileReader(deps, place).next(rows);
          found.push(...step.rows);
          place = step.to;
          if (step.last) break;
        }
        expect(found).toEqual(parseCsv(text, ','));
      },
    ),
    { numRuns: 200 },
  );
});
