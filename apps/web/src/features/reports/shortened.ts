import type { ChartData } from '../../ui/charts/chart-data.ts';
import { countText } from './format.ts';

/** More rows than this are in the table alone. */
const rowsShownMax = 10;

export function firstRows(data: ChartData): ChartData {
  return { ...data, rows: data.rows.slice(0, rowsShownMax) };
}

/** Says so where rows are left out of a chart. */
export function shortened({ rows }: ChartData): string {
  if (rows.length <= rowsShownMax) return '';
  return `The ${rowsShownMax} most frequent of ${countText(rows.length)}; the table has all`;
}
