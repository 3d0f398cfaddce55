import { CircleAlert, CircleCheck, CircleDashed, CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { TextWithNumbers } from './text-with-numbers.tsx';

const states = {
  ok: { icon: CircleCheck, colour: 'text-green', word: 'Ready' },
  fault: { icon: CircleAlert, colour: 'text-red', word: 'Fault' },
  'to-do': { icon: CircleDashed, colour: 'text-amber', word: 'To do' },
} as const;

type KnownState = keyof typeof states;
export type CheckState = KnownState | (string & {});
const isKnown = (state: CheckState): state is KnownState => Object.hasOwn(states, state);

interface CheckItemProps {
  state: CheckState;
  name: ReactNode;
  /** What is to do can wait: nothing depends on it. */
  canWait?: boolean;
  message: string;
  /** What to do about it. */
  remedy: string | null;
  /** Buttons or more text below. */
  children?: ReactNode;
}

/** A list of what was looked at, each with what was found. */
export function CheckList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)]">
      {children}
    </ul>
  );
}

export function CheckItem({ state, name, canWait = false, message, remedy, children }: CheckItemProps) {
  const {
    icon: Icon,
    colour,
    word,
  } = isKnown(state) ? states[state] : { icon: CircleQuestionMark, colour: 'text-grey', word: state };
  return (
    <li className="flex gap-3 border-t py-3 first:border-t-0">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', colour)} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{name}</span>
          <span className={cx('text-xs', state === 'ok' ? 'sr-only' : colour)}>
            {canWait && state === 'to-do' ? 'Can wait' : word}
          </span>
        </p>
        <p className="wrap-anywhere text-ink-2">
          <TextWithNumbers>{message}</TextWithNumbers>
        </p>
        {remedy !== null && <p className="wrap-anywhere text-ink-2">{remedy}</p>}
        {children}
      </div>
    </li>
  );
}
