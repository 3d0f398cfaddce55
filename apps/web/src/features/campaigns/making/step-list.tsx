import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { isDone, isOpen, type Standing, type Step, steps, stepTitles } from './steps.ts';

interface StepListProps {
  current: Step;
  /** Null: there is no campaign yet, and only its first step. */
  standing: Standing | null;
  pathOf: (step: Step) => string;
}

/** Where one is, what is done, and the way to the other steps. */
export function StepList({ current, standing, pathOf }: StepListProps) {
  return (
    <nav aria-label="Steps" className="mb-5">
      <ol className="grid grid-cols-5 gap-1.5 sm:gap-2">
        {steps.map((step, index) => {
          const done = standing !== null && step !== current && isDone(step, standing);
          const open = standing !== null && isOpen(step, standing);
          const look = { step, number: index + 1, done, current: step === current };
          return (
            <li key={step} className="min-w-0">
              {open && step !== current ? (
                <Link to={pathOf(step)} className="block rounded-box hover:bg-sunken">
                  <StepLabel {...look} />
                </Link>
              ) : (
                <span
                  {...(step === current ? { 'aria-current': 'step' as const } : { 'aria-disabled': true })}
                  className="block"
                >
                  <StepLabel {...look} closed={step !== current} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p aria-hidden="true" className="mt-1 font-semibold text-sm sm:hidden">
        {`Step ${steps.indexOf(current) + 1} of ${steps.length}: ${stepTitles[current]}`}
      </p>
    </nav>
  );
}

interface StepLabelProps {
  step: Step;
  number: number;
  done: boolean;
  current: boolean;
  closed?: boolean;
}

function StepLabel({ step, number, done, current, closed = false }: StepLabelProps) {
  return (
    <span
      className={cx(
        'flex items-center gap-2 border-t-2 px-0.5 pt-2 pb-1.5',
        current ? 'border-ink' : done ? 'border-ink-3' : 'border-line',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums',
          current ? 'bg-ink text-surface' : 'bg-grey-soft text-grey',
        )}
      >
        {done ? <Check className="size-3" strokeWidth={3} /> : number}
      </span>
      <span
        className={cx(
          'truncate text-sm max-sm:sr-only',
          current ? 'font-semibold' : closed ? 'text-ink-3' : 'font-medium text-ink-2',
        )}
      >
        {stepTitles[step]}
        {done && <span className="sr-only"> (done)</span>}
      </span>
    </span>
  );
}
