import { createHash } from 'node:crypto';
import { type CsvRow, limits } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { rowBatches } from './row-batches.ts';
import { sha256, textDigest } from './text-digest.ts';

const rowOf = (row: number, cell: string): CsvRow => ({ row, cells: [cell], problem: null });

describe('rows in pieces', () => {
  test('CP2: at most 1,000 rows and 2 MB at a time, in order, none lost', () => {
    const rows = [
      ...Array.from({ length: 2_300 }, (_, n) => rowOf(n + 2, 'short')),
      ...Array.from({ length: 300 }, (_, n) => rowOf(n + 3_000, 'é'.repeat(15_000))),
    ];
    const batches = [...rowBatches(rows)];
    expect(batches.flat()).toEqual(rows);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(limits.campaignRowsAtOnce);
      const bytes = Buffer.byteLength(JSON.stringify({ file: 99, rows: batch }));
      expect(bytes).toBeLessThan(limits.campaignBytesMax);
    }
    expect(batches.length).toBeLessThan(12);
  });
});

describe('the digest of a file', () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 1_000, 100_000])('is SHA-256 of %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 7) % 256);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('is that of its text in UTF-8', async () => {
    expect(await textDigest('Zoë\n')).toBe(createHash('sha256').update('Zoë\n').digest('hex'));
  });
});
