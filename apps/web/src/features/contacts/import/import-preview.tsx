import { columnNames, columnTitles, type ImportColumns } from '@parley/contract';
import type { ChosenFile } from './chosen-file.ts';

/** The first rows, as they will be read. */
export function ImportPreview({ file, columns }: { file: ChosenFile; columns: ImportColumns }) {
  const shown = columnNames.filter((name) => columns[name] !== null);
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section aria-label="The first rows" tabIndex={0} className="overflow-x-auto rounded-box border">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {shown.map((name) => (
              <th
                key={name}
                scope="col"
                className="whitespace-nowrap bg-sunken px-2.5 py-1.5 text-left font-medium"
              >
                {columnTitles[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.preview.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
            <tr key={row}>
              {shown.map((name) => (
                <td key={name} className="max-w-48 truncate border-t px-2.5 py-1.5">
                  <bdi>{cells[columns[name] ?? -1] ?? ''}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
