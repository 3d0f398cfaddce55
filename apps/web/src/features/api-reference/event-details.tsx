import { ExampleText } from './example-text.tsx';
import { FieldTable } from './field-table.tsx';
import type { SentEvent } from './read-events.ts';

/** What an event is sent with, and what the endpoint may answer. */
export function EventDetails({ event }: { event: SentEvent }) {
  const { type, headers, rows, example, answers } = event;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t bg-sunken px-4 py-4 sm:px-5">
      <p className="text-sm">
        Sent with POST to the endpoints that have chosen it, and signed as Standard Webhooks 1.0.0 says.
      </p>
      <FieldTable title="Headers" rows={headers} />
      <FieldTable title="Event" rows={rows} />
      {example !== undefined && (
        <ExampleText title="Example of an event" label={`Example of ${type}`}>
          {JSON.stringify(example, null, 2)}
        </ExampleText>
      )}
      {answers.length > 0 && (
        <section className="grid gap-2">
          <h4 className="font-medium text-sm">What the endpoint answers</h4>
          <ul aria-label={`Answers to ${type}`} className="grid gap-1.5 text-sm">
            {answers.map(({ status, meaning }) => (
              <li key={status} className="wrap-anywhere">
                <span className="tabular-nums">{status}</span>
                {meaning !== '' && <span className="text-ink-2">{` – ${meaning}`}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
