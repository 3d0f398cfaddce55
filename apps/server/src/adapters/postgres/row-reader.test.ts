import { expect, test } from 'vitest';
import { calls } from './calls-table.ts';
import { rowReader } from './row-reader.ts';

test('a row in array mode becomes an object with the fields in the order of the selected columns', () => {
  const reader = rowReader<{ _id: string; endTime: string | null; sandbox: boolean }>({
    _id: calls.id,
    endTime: calls.endedAt,
    sandbox: "carrier = 'lab'",
  });
  expect(reader.columns).toBe("id, ended_at, carrier = 'lab'");
  expect(reader.read(['c1', null, true])).toEqual({ _id: 'c1', endTime: null, sandbox: true });
});

test('a field name is never read as code', () => {
  const field = '"+process.exit()+"';
  expect(rowReader<Record<string, unknown>>({ [field]: 'id' }).read(['c1'])).toEqual({ [field]: 'c1' });
});
