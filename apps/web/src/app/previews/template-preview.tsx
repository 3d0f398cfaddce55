import { PreviewFigure } from './figure.tsx';

const placeholders = [
  { name: 'Patient Name', value: 'Dana' },
  { name: 'Day', value: 'tomorrow' },
  { name: 'Time', value: 'half past ten' },
];

/** A template, its placeholders and the resulting instructions. */
export function TemplatePreview() {
  return (
    <PreviewFigure caption="Write it once in angle brackets, fill in the blanks for every call.">
      <div className="border-b p-5">
        <p className="font-semibold">Confirm an appointment</p>
        <p className="mt-1 text-ink-2">
          Ask <Marker name="Patient Name" /> whether the check-up <Marker name="Day" /> at{' '}
          <Marker name="Time" /> still suits. If it does not, note when they would rather come.
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 border-b p-5">
        {placeholders.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2 text-sm">{name}</dt>
            <dd className="rounded-box border border-control px-2.5 py-1">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="p-5">
        <p className="font-semibold">Instructions</p>
        <p className="mt-1">
          Ask Dana whether the check-up tomorrow at half past ten still suits. If it does not, note when they
          would rather come.
        </p>
      </div>
    </PreviewFigure>
  );
}

function Marker({ name }: { name: string }) {
  return <span className="rounded-box bg-amber-soft px-1 text-amber">{`<${name}>`}</span>;
}
