import { cx } from '../cx.ts';
import { type ChartData, factsOf, type LinkOf } from './chart-data.ts';

/** In characters. */
const shortMax = 18;

export interface TableRow {
  key: string;
  label: string;
  cells: readonly string[];
  link?: LinkOf | undefined;
}

interface ChartTableProps {
  caption: string;
  /** The heading of the rows first. */
  headings: readonly string[];
  rows: readonly TableRow[];
  /** The last row, such as a sum. */
  total?: readonly string[] | undefined;
}

/** What a chart shows, in figures. It scrolls by itself where it is long, and is whole on paper. */
export function ChartTable({ caption, headings, rows, total }: ChartTableProps) {
  // Dates and hours stay on one line; names may be long.
  const isShort = rows.every(({ label }) => label.length <= shortMax);
  return (
    <section
      aria-label={`${caption}: table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-box border print:max-h-none print:overflow-visible print:border-0"
    >
      <table className="w-full text-sm print:text-[0.6875rem]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-surface">
          <tr>
            {headings.map((heading, at) => (
              <th
                key={heading}
                scope="col"
                className={`border-b px-2.5 py-1.5 align-bottom font-medium text-ink-2 ${at === 0 ? 'text-left' : 'text-right'}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, cells, link }) => (
            <tr key={key} className="break-inside-avoid border-b last:border-0">
              <th
                scope="row"
                className={cx(
                  'sticky left-0 bg-surface print:static px-2.5 py-1 text-left font-normal print:py-px',
                  isShort ? 'whitespace-nowrap' : 'min-w-32',
                )}
              >
                {link === undefined ? label : link(label)}
              </th>
              {cells.map((cell, at) => (
                <td key={headings[at + 1]} className="whitespace-nowrap px-2.5 py-1 text-right print:py-px">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total !== undefined && (
          // A foot would be printed again on every page.
          <tfoot className="sticky bottom-0 bg-surface print:static print:table-row-group">
            <tr>
              {total.map((cell, at) =>
                at === 0 ? (
                  <th key={cell} scope="row" className="border-t px-2.5 py-1.5 text-left font-medium">
                    {cell}
                  </th>
                ) : (
                  <td key={headings[at]} className="border-t px-2.5 py-1.5 text-right font-medium">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** The rows of the chart as they are. */
export function tableOf(data: ChartData): Pick<ChartTableProps, 'headings' | 'rows'> {
  const { rowName, series, moreNames = [], rows } = data;
  return {
    headings: [rowName, ...series.map(({ name }) => name), ...moreNames],
    rows: rows.map((row) => ({
      key: row.key,
      label: row.label,
      link: row.link,
      cells: factsOf(data, row).map(([, value]) => value),
    })),
  };
}
