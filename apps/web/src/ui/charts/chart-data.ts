import type { ReactNode } from 'react';
import type { Fill } from './fills.tsx';

/** Words as a link. */
export type LinkOf = (words: string) => ReactNode;

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
  /** Leads to what the row was counted from. */
  link?: LinkOf | undefined;
}

/** What a chart shows and its table says: both are made of the same rows. */
export interface ChartData {
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
  /** What the rows are, such as Day: the heading of their column. */
  rowName: string;
  /** Headings of what is beside the values. */
  moreNames?: readonly string[];
  format: (value: number) => string;
}

export type Fact = readonly [name: string, value: string];

/** Each value with the name of its series. */
export function valuesOf({ series, format }: ChartData, row: ChartRow): Fact[] {
  return series.map(({ name }, at) => [name, format(row.values[at] ?? 0)]);
}

/** What is beside the values. */
export function othersOf({ moreNames = [] }: ChartData, row: ChartRow): Fact[] {
  return moreNames.map((name, at) => [name, row.more?.[at] ?? '']);
}

export function factsOf(data: ChartData, row: ChartRow): Fact[] {
  return [...valuesOf(data, row), ...othersOf(data, row)];
}

/** The sums of all rows, one for each series. */
export function sumsOf({ series, rows }: ChartData): number[] {
  return series.map((_, at) => rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
}
