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

/**
 * Reads rows as objects with these fields. The function is compiled to one object literal: filling objects key by key
 * takes more than ten times as long, which shows in the call list (docs/performance.md).
 */
export function rowReader<Result>(sources: FieldSources<Result>): RowReader<Result> {
  const entries = Object.entries<AnyPgColumn | string>(sources);
  const literal = entries.map(([field], index) => `${JSON.stringify(field)}: row[${index}]`).join(', ');
  return {
    columns: entries.map(([, source]) => (typeof source === 'string' ? source : source.name)).join(', '),
    read: new Function('row', `return { ${literal} };`) as (row: Row) => Result,
  };
}
