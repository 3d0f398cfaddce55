import { type CsvRow, limits } from '@parley/contract';

/** Below what a request may have, with room for what surrounds the rows. */
const bytesMax = limits.campaignBytesMax - 10_000;

const encoder = new TextEncoder();

/** The rows in pieces that fit into a request each. */
export function* rowBatches(rows: readonly CsvRow[]): Generator<readonly CsvRow[]> {
  let batch: CsvRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length + 1;
    if (batch.length > 0 && (batch.length === limits.campaignRowsAtOnce || bytes + size > bytesMax)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
