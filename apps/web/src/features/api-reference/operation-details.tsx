import { ExampleText } from './example-text.tsx';
import { FieldTable } from './field-table.tsx';
import { curlOf, type Operation } from './read-document.ts';

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
