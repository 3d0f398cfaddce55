/** One measured thing. `limit` is the best the machine can do, measured beside it in the same run. */
export interface Figure {
  part: string;
  what: string;
  value: number;
  unit: string;
  limit?: number;
  /** Value to limit, or to whatever `note` names. */
  ratio?: number;
  reach?: { at: 'most' | 'least'; ratio: number };
  note?: string;
}

export interface MeasureOptions {
  /** Tiny sizes, a few seconds: checks that the measurement works, says nothing about speed. */
  smoke: boolean;
  log: (line: string) => void;
}

/** What every part exports as `measure`. */
export type Measure = (options: MeasureOptions) => Promise<Figure[]>;

/** Whether a figure reaches its target; undefined where it has none. */
export function reached({ ratio, reach }: Figure): boolean | undefined {
  if (reach === undefined) return undefined;
  if (ratio === undefined || !Number.isFinite(ratio)) return false;
  return reach.at === 'most' ? ratio <= reach.ratio : ratio >= reach.ratio;
}

const head = ['part', 'what', 'value', 'limit', 'ratio', 'reach', ''];

/** All figures as one table of plain text. */
export function table(figures: readonly Figure[]): string {
  const rows = [head, ...figures.map(row)];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}

const isNumber = (column: number) => column >= 2 && column <= 4;

function row(figure: Figure): string[] {
  const { part, what, value, unit, limit, ratio, note } = figure;
  return [
    part,
    what,
    `${shown(value)} ${unit}`.trim(),
    limit === undefined ? '' : shown(limit),
    ratio === undefined ? '' : shown(ratio),
    verdict(figure),
    note ?? '',
  ];
}

function verdict(figure: Figure): string {
  const met = reached(figure);
  if (met === undefined || figure.reach === undefined) return '';
  const sign = figure.reach.at === 'most' ? '≤' : '≥';
  return `${sign} ${figure.reach.ratio} ${met ? 'met' : 'MISSED'}`;
}

/** Three significant digits; whole numbers stay whole. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}
