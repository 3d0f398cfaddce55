import type { TranscriptEntry } from '../../../lib/parsing/calls.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Instant } from '../../../ui/instant.tsx';
import { speakerTone } from '../call-labels.ts';
import { LitRow } from './lit-row.tsx';
import { MarkedText } from './marked-text.tsx';

interface TranscriptRowProps {
  entry: TranscriptEntry;
  lit: number | null;
  /** The words that the call was found by. */
  marked?: readonly string[];
}

const none: readonly string[] = [];

/** Speaker at the left, text in the middle, time at the right. */
export function TranscriptRow({ entry, lit, marked = none }: TranscriptRowProps) {
  const { speaker, message, timestamp, interrupted } = entry;
  const quiet = speaker === 'system';
  return (
    <LitRow
      lit={lit}
      className={cx(
        'print:break-inside-avoid grid-cols-[1fr_auto] gap-x-4 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto] sm:items-baseline',
        quiet ? 'py-1 text-ink-3 text-sm' : 'py-2',
      )}
    >
      <span className="sm:text-right">
        <Badge tone={speakerTone(speaker)} className="capitalize">
          {speaker}
        </Badge>
      </span>
      <p className="wrap-anywhere max-w-prose whitespace-pre-wrap max-sm:order-last max-sm:col-span-2 max-sm:mt-1">
        <MarkedText text={message} words={marked} />
        {interrupted && <span className="ml-2 whitespace-nowrap text-ink-3 text-sm italic">interrupted</span>}
      </p>
      <Instant at={timestamp} format="clock" className="whitespace-nowrap text-ink-3 text-xs" />
    </LitRow>
  );
}
