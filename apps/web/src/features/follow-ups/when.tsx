import { useSyncExternalStore } from 'react';
import type { FollowUp } from '../../lib/parsing/follow-ups.ts';
import { cx } from '../../ui/cx.ts';
import { Instant, momentText } from '../../ui/instant.tsx';
import { dueText, isLate } from './due-text.ts';

/** When it is due, comes back, or was closed, whichever counts; the full time shows on hover. */
export function When({ followUp, className }: { followUp: FollowUp; className?: string }) {
  const now = useMinute();
  const { state, dueAt, snoozedUntil, closed } = followUp;
  if (state === 'done') return <Instant at={closed?.at ?? ''} className={cx('text-ink-3', className)} />;
  if (state === 'snoozed' && snoozedUntil !== null)
    return (
      <time dateTime={snoozedUntil} title={momentText(snoozedUntil)} className={cx('text-ink-2', className)}>
        {`until ${momentText(snoozedUntil)}`}
      </time>
    );
  return (
    <time
      dateTime={dueAt}
      title={momentText(dueAt)}
      className={cx(isLate(dueAt, now) ? 'font-medium text-red' : 'text-ink-2', className)}
    >
      {dueText(dueAt, now)}
    </time>
  );
}

const stepMs = 15_000;

/** One clock for all rows, that ticks often enough for minutes. */
function createClock() {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    read: () => now,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        now = Date.now();
        timer = setInterval(() => {
          now = Date.now();
          for (const each of [...listeners]) each();
        }, stepMs);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

const clock = createClock();

function useMinute(): number {
  return useSyncExternalStore(clock.subscribe, clock.read);
}
