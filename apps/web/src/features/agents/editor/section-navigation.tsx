import type { ConfigProblem } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { type SectionKey, sectionOf, sections } from './sections.ts';

interface SectionNavigationProps {
  current: SectionKey;
  problems: readonly ConfigProblem[];
  strict: boolean;
  /** Whether Try It is open; it stays so. */
  trying: boolean;
}

/** Beside the section in a wide window, a row that scrolls in a narrow one. Each section has its own address. */
export function SectionNavigation({ current, problems, strict, trying }: SectionNavigationProps) {
  const row = useRef<HTMLElement>(null);
  // In a narrow window the row may be scrolled; the page itself stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another section is shown
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current === null || link == null) return;
    row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      ref={row}
      aria-label="Sections of the agent"
      className="-mx-4 flex gap-0.5 overflow-x-auto px-4 py-0.5 max-lg:relative sm:-mx-8 sm:px-8 lg:sticky lg:top-18 lg:mx-0 lg:grid lg:self-start lg:overflow-visible lg:px-0"
    >
      {sections.map(({ key, label }) => {
        const count = problems.filter((problem) => sectionOf(problem) === key).length;
        return (
          <Link
            key={key}
            to={{ search: `?section=${key}${trying ? '&try=open' : ''}` }}
            preventScrollReset
            aria-current={key === current ? 'page' : undefined}
            className={cx(
              'flex h-9 shrink-0 items-center gap-2 rounded-box px-2.5 font-medium',
              key === current ? 'bg-sunken text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            {label}
            {count > 0 && (
              <span className={cx('ml-auto text-xs tabular-nums', strict ? 'text-red' : 'text-ink-3')}>
                <span aria-hidden="true">{count}</span>
                <span className="sr-only">{count === 1 ? ', 1 problem' : `, ${count} problems`}</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
