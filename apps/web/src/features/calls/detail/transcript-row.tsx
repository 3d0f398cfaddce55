import { memo } from 'react';
import type { TranscriptEntry } from '../../../lib/parsing/calls.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Instant } from '../../../ui/instant.tsx';
import { speakerTone } from '../call-labels.ts';
import type { PlaybackState } from '../recording/playback.ts';
import { LitRow } from './lit-row.tsx';
import { MarkedText } from './marked-text.tsx';

interface TranscriptRowProps {
  entry: TranscriptEntry;
  lit: number | null;
  /** The words that the call was found by. */
  marked?: readonly string[];
  /** It is being played. */
  heard?: boolean;
  /** Null where there is no recording to play. */
  playFrom?: PlaybackState['playFrom'];
}

const none: readonly string[] = [];

/** Drawn here: the icons of the player are loaded with it. */
function PlayMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
      <path d="M2 1v8l7-4z" fill="currentColor" />
    </svg>
  );
}

/** Speaker at the left, text in the middle, time at the right. Drawn again only where something of it changes. */
export const TranscriptRow = memo(function TranscriptRow({
  entry,
  lit,
  marked = none,
  heard = false,
  playFrom = null,
}: TranscriptRowProps) {
  const { ordinal, speaker, message, timestamp, interrupted } = entry;
  const quiet = speaker === 'system';
  return (
    <LitRow
      lit={lit}
      entry={ordinal}
      heard={heard}
      {...(playFrom !== null && !quiet && { onPress: (event) => playFrom(ordinal, event) })}
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
        <span data-words={quiet ? undefined : ''}>
          <MarkedText text={message} words={marked} />
        </span>
        {interrupted && <span className="ml-2 whitespace-nowrap text-ink-3 text-sm italic">interrupted</span>}
      </p>
      {playFrom !== null && !quiet ? (
        <button
          type="button"
          onClick={() => playFrom(ordinal)}
          className="group/play flex items-center gap-1 rounded-box text-ink-3 hover:text-ink print:hidden"
        >
          <span className="sr-only">Play from </span>
          <Instant at={timestamp} format="clock" className="whitespace-nowrap text-xs" />
          <PlayMark />
        </button>
      ) : (
        <Instant at={timestamp} format="clock" className="whitespace-nowrap text-ink-3 text-xs" />
      )}
    </LitRow>
  );
});
