import { Card } from './card.tsx';
import { cx } from './cx.ts';

export interface Figure {
  name: string;
  value: string;
  /** What it is a part of, or made of. */
  note: string;
}

interface KeyFiguresProps {
  figures: readonly Figure[];
  /** Classes that say how many stand beside each other. */
  columns: string;
  className?: string;
}

/** The most important of a report, in figures side by side. */
export function KeyFigures({ figures, columns, className }: KeyFiguresProps) {
  return (
    <Card aria-label="Key figures" className={cx('overflow-clip', className)}>
      {/* Each cell draws its left and upper line outside of the card where it is the first. */}
      <dl className={cx('-mt-px -ml-px grid', columns)}>
        {figures.map(({ name, value, note }) => (
          <div key={name} className="border-t border-l px-4 py-3.5">
            <dt className="text-ink-2 text-sm">{name}</dt>
            <dd className="mt-0.5 font-semibold text-lg tabular-nums tracking-tight">{value}</dd>
            <dd className="text-ink-3 text-xs">{note}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
