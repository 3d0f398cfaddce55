import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A row in array mode: values in the order of the selected columns. */
export type Row = readonly unknown[];

export interface RowReader<Result> {
  /** What to select, in the order that `read` expects. */
  readonly columns: string;
  readonly read: (row: Row) => Result;
}

/** Each field of the result with the column it is read from, or with an SQL expression over the columns. */
export type FieldSources<Result> = { readonly [Field in keyof Required<Result>]: AnyPgColumn | string };

/** Reads rows as objects with these fields. */
export function rowReader<Result>(sources: FieldSources<Result>): RowReader<Result> {
  const entries = Object.entries<AnyPgColumn | string>(sources);
  const fields = entries.map(([field]) => field);
  return {
    columns: entries.map(([, source]) => (typeof source === 'string' ? source : source.name)).join(', '),
    read: (row) => {
      const result: Record<string, unknown> = {};
      // A counted loop: `Object.fromEntries` takes three times as long, for each row of each list.
      for (let index = 0; index < fields.length; index += 1) result[fields[index] as string] = row[index];
      return result as Result;
    },
  };
}
