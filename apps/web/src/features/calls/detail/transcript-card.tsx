import type { TurnTiming } from '@parley/contract';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { TranscriptEntry } from '../../../lib/parsing/calls.ts';
import type { ToolCall } from '../../../lib/parsing/tool-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Playback } from '../recording/playback.ts';
import { useMarkedWords } from './marked-text.tsx';
import { ToolCallRow } from './tool-call-row.tsx';
import { transcriptItems } from './transcript-items.ts';
import { TranscriptRow } from './transcript-row.tsx';
import { replyTimes } from './turn-timings.ts';
import { useFollowBottom } from './use-follow-bottom.ts';
import type { LitEntry } from './use-lit-entry.ts';

interface TranscriptCardProps {
  entries: readonly TranscriptEntry[];
  toolCalls: readonly ToolCall[];
  turns: readonly TurnTiming[];
  live: boolean;
  lit: LitEntry | null;
  /** Null for those who may not see follow-ups. */
  followUpPathOf: ((followUpId: string) => string) | null;
  playback: Playback;
  /** Null: the call was not recorded. */
  player: ReactNode;
}

export function TranscriptCard({
  entries,
  toolCalls,
  turns,
  live,
  lit,
  followUpPathOf,
  playback,
  player,
}: TranscriptCardProps) {
  const titleId = useId();
  const marked = useMarkedWords();
  // A live transcript has a scroll area of its own, which stays when the call ends, so that the layout does not shift.
  const [pane] = useState(live);
  const items = useMemo(() => transcriptItems(entries, toolCalls), [entries, toolCalls]);
  const { ref, onScroll, behind, follow } = useFollowBottom(pane, items);
  const timings = replyTimes(turns);
  const heard = useSyncExternalStore(playback.subscribe, playback.state);
  return (
    <Card aria-labelledby={titleId} className="relative">
      <CardHeader
        title="Call Transcript"
        titleId={titleId}
        subtitle="Full conversation transcript from this call"
        className="border-b"
      />
      {player}
      {items.length === 0 ? (
        <p className="px-5 py-16 text-center text-ink-3">No transcript available for this call</p>
      ) : (
        <div
          ref={ref}
          onScroll={onScroll}
          {...(pane && { role: 'log', tabIndex: 0, 'aria-labelledby': titleId })}
          className={cx(
            'relative',
            pane &&
              'max-h-[max(18rem,calc(100dvh-20rem))] overflow-y-auto print:max-h-none print:overflow-visible',
          )}
        >
          <ol className="grid py-3">
            {items.map((item) =>
              item.kind === 'entry' ? (
                <TranscriptRow
                  key={item.ordinal}
                  entry={item.entry}
                  marked={marked}
                  heard={heard.ordinal === item.ordinal}
                  playFrom={heard.playFrom}
                  lit={lit?.kind === 'entry' && lit.ordinal === item.ordinal ? lit.times : null}
                />
              ) : (
                <ToolCallRow
                  key={item.toolCall.id}
                  toolCall={item.toolCall}
                  lit={lit?.kind === 'tool' && lit.id === item.toolCall.id ? lit.times : null}
                  followUpPathOf={followUpPathOf}
                />
              ),
            )}
          </ol>
        </div>
      )}
      {behind && (
        <Button onClick={follow} className="absolute inset-x-0 bottom-4 mx-auto w-fit shadow-pop">
          <ArrowDown aria-hidden="true" className="size-4" />
          New lines below
        </Button>
      )}
      {timings !== null && !live && <p className="border-t px-5 py-3 text-ink-3 text-xs">{timings}</p>}
    </Card>
  );
}
