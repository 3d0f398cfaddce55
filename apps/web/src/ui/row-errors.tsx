import { numberText } from './number-text.ts';

/** How many are shown; the file that can be downloaded has them all. */
const shownMax = 100;

interface RowErrorsProps {
  errors: readonly { row: number; code: string; value: string }[];
  /** What each code means; one that is not here is shown as it is. */
  problems: Readonly<Record<string, string>>;
  /** The server has not kept them all. */
  hasMore: boolean;
}

/** The rows of a file that were refused. */
export function RowErrors({ errors, problems, hasMore }: RowErrorsProps) {
  return (
    <div className="grid gap-2">
      <h3 className="font-medium text-sm">Refused rows</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <section aria-label="Refused rows" tabIndex={0} className="max-h-72 overflow-auto rounded-box border">
        <table className="w-full border-collapse text-sm">
          <thead className="sticky top-0">
            <tr>
              {['Row', 'Problem', 'Value'].map((title) => (
                <th key={title} scope="col" className="bg-sunken px-2.5 py-1.5 text-left font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.slice(0, shownMax).map(({ row, code, value }) => (
              <tr key={row}>
                <td className="border-t px-2.5 py-1.5 text-ink-2">{numberText(row)}</td>
                <td className="min-w-32 border-t px-2.5 py-1.5 sm:min-w-40">{problems[code] ?? code}</td>
                <td className="wrap-anywhere min-w-24 border-t px-2.5 py-1.5 text-ink-2 sm:max-w-48 sm:truncate">
                  <bdi>{value}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {errors.length > shownMax && (
        <p className="text-ink-3 text-sm">
          {`The first ${shownMax} of ${numberText(errors.length)}${hasMore ? ' that are kept' : ''}.`}
        </p>
      )}
    </div>
  );
}
