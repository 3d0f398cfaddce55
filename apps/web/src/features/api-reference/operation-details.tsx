import { ExampleText } from './example-text.tsx';
import { curlOf, type Operation } from './read-document.ts';
import type { SchemaRow } from './schema-rows.ts';

/** What an operation takes and answers, in tables and examples. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const { parameters, body, answer, failures } = operation;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t bg-sunken px-4 py-4 sm:px-5">
      <p className="text-sm">
        {'Needs '}
        <code>{operation.needs}</code>
        {'. Operation '}
        <code className="wrap-anywhere">{operation.id}</code>.
      </p>
      {parameters.length > 0 && <FieldTable title="Parameters" rows={parameters} places />}
      {body !== null && <FieldTable title="Request" rows={body.rows} />}
      <ExampleText title="Command" label={`Command for ${operation.id}`}>
        {curlOf(operation, window.location.origin)}
      </ExampleText>
      <FieldTable title="Answer" rows={answer.rows} />
      {answer.example !== undefined && (
        <ExampleText title="Example of an answer" label={`Example of an answer of ${operation.id}`}>
          {typeof answer.example === 'string' ? answer.example : JSON.stringify(answer.example, null, 2)}
        </ExampleText>
      )}
      <section className="grid gap-2">
        <h4 className="font-medium text-sm">Errors</h4>
        <ul aria-label={`Errors of ${operation.id}`} className="grid gap-1.5 text-sm">
          {failures.map(({ status, code, meaning }) => (
            <li key={code} className="wrap-anywhere">
              <span className="tabular-nums">{status}</span> <code>{code}</code>
              {meaning !== '' && <span className="text-ink-2">{` – ${meaning}`}</span>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface FieldTableProps {
  title: string;
  rows: readonly (SchemaRow & { place?: string })[];
  /** Whether rows say where they stand: in the path, the query or a header. */
  places?: boolean;
}

/** A table where there is room, and below each other where there is not. */
function FieldTable({ title, rows, places = false }: FieldTableProps) {
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
