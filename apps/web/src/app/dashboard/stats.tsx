import { stats } from './sample-figures.ts';

export function Stats() {
  return (
    <section aria-labelledby="stats" className="@container">
      <h2 id="stats" className="sr-only">
        At a glance
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-box border bg-line @3xl:grid-cols-4">
        {stats.map(({ label, value, note }) => (
          <div key={label} className="bg-surface p-4 sm:p-5">
            <dt className="text-ink-2 text-sm">{label}</dt>
            <dd className="mt-2 font-semibold text-2xl tracking-tight tabular-nums">{value}</dd>
            <dd className="mt-1 text-ink-3 text-sm">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
