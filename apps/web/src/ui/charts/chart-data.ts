import type { ReactNode } from 'react';
import type { Fill } from './fills.tsx';

export type LinkOf = (words: string) => ReactNode;

/** What a chart shows and its table says: both are made of the same rows. */
export interface ChartSeries {
  name: string;
  fill: Fill;
}

export interface ChartRow {
  key: string;
  /** In full, for the table and the line that says a value. */
  label: string;
  /** Short, for the axis; the label where it is missing. */
  tick?: string;
  /** One for each series. */
  values: readonly number[];
  /** After the values, such as their sum. */
  more?: readonly string[];
  /** Such words as a link to what the row was counted from. */
  link?: LinkOf | undefined;
}

export interface ChartData {
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
  /** What the rows are, such as Day: the heading of their column. */
  rowName: string;
  /** Headings of what is beside the values. */
  moreNames?: readonly string[];
  format: (value: number) => string;
}

/** Each value with the name of its series, and what is beside them. */
export function factsOf({ series, moreNames = [], format }: ChartData, row: ChartRow): [string, string][] {
  return [
    ...series.map(({ name }, at): [string, string] => [name, format(row.values[at] ?? 0)]),
    ...moreNames.map((name, at): [string, string] => [name, row.more?.[at] ?? '']),
  ];
}
