import { expect, test } from 'vitest';
import { calls } from './calls-table.ts';
import { rowReader } from './row-reader.ts';

interface Shown {
  _id: string;
  endTime: string | null;
  sandbox: boolean;
}

test('a row in array mode becomes an object with the fields in the order of the selected columns', () => {
  const reader = rowReader(
    (value): Shown => ({
      _id: value(calls.id),
      endTime: value(calls.endedAt),
      sandbox: value("carrier = 'lab'"),
    }),
  );
  expect(reader.columns).toBe("id, ended_at, carrier = 'lab'");
  expect(reader.read(['c1', null, true])).toEqual({ _id: 'c1', endTime: null, sandbox: true });
  expect(reader.read(['c2', 'now', false])).toEqual({ _id: 'c2', endTime: 'now', sandbox: false });
});
