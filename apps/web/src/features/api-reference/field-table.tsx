import type { SchemaRow } from './schema-rows.ts';

interface FieldTableProps {
  title: string;
  rows: readonly (SchemaRow & { place?: string })[];
  /** Whether rows say where they stand: in the path, the query or a header. */
  places?: boolean;
}

/** A table where there is room, and below each other where there is not. */
export function FieldTable({ title, rows, places = false }: FieldTableProps) {
  if (rows.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="font-medium text-sm">{title}</h4>
      <table className="block w-full text-left text-sm sm:table">
        <thead className="sr-only text-ink-3 text-xs sm:not-sr-only">
          <tr className="sm:border-b">
            <th className="py-1 pr-4 font-normal">Name</th>
            <th className="py-1 pr-4 font-normal">Type</th>
            <th className="py-1 font-normal">Notes</th>
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {rows.map(({ name, type, required, notes, place }) => (
            <tr
              key={`${place} ${name}`}
              className="block border-b py-1.5 align-top last:border-b-0 sm:table-row"
            >
              <th scope="row" className="wrap-anywhere block py-0.5 pr-4 font-normal sm:table-cell sm:w-2/5">
                <code>{name}</code>
                {required && <span className="text-ink-3 text-xs"> required</span>}
              </th>
              <td className="wrap-anywhere block py-0.5 pr-4 text-ink-2 sm:table-cell sm:w-1/5">
                {places ? `${type}, ${place}` : type}
              </td>
              <td className="wrap-anywhere block py-0.5 text-ink-2 sm:table-cell">{notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
