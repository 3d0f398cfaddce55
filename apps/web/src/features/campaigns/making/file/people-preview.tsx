import { placeholderLabel, type RecipientFileColumns, recipientColumns } from '@parley/contract';
import { columnTitles } from './column-titles.ts';
import type { PeopleFile } from './people-file.ts';

const shownRows = 5;

interface PeoplePreviewProps {
  file: PeopleFile;
  columns: RecipientFileColumns;
  placeholders: Readonly<Record<string, number | null>>;
}

/** The first rows, as they will be read. */
export function PeoplePreview({ file, columns, placeholders }: PeoplePreviewProps) {
  const shown = [
    ...recipientColumns.map((name) => ({
      key: name,
      title: columnTitles[name].replace(' *', ''),
      at: columns[name] ?? null,
    })),
    ...Object.entries(placeholders).map(([name, at]) => ({
      key: `<${name}>`,
      title: placeholderLabel(name),
      at,
    })),
  ].filter((column): column is { key: string; title: string; at: number } => column.at !== null);
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section aria-label="The first rows" tabIndex={0} className="overflow-x-auto rounded-box border">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {shown.map(({ key, title }) => (
              <th
                key={key}
                scope="col"
                className="whitespace-nowrap bg-sunken px-2.5 py-1.5 text-left font-medium"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.rows.slice(0, shownRows).map(({ row, cells }) => (
            <tr key={row}>
              {shown.map(({ key, at }) => (
                <td key={key} className="max-w-48 truncate border-t px-2.5 py-1.5">
                  <bdi>{(cells[at] ?? '').slice(0, 200)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
