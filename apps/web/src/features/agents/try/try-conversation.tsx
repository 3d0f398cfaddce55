import { type CallReason, callReasons, type TryChannel, type TryCost, transferInTry } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { durationText } from '../../../ui/instant.tsx';
import type { TryItem, TryState } from './try-state.ts';

/** What is said, which tools are used and how long each answer took, as it happens. */
export function TryConversation({ state, channel }: { state: TryState; channel: TryChannel }) {
  const pane = useRef<HTMLDivElement>(null);
  const { items, began, ended } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when something is added
  useEffect(() => {
    pane.current?.scrollTo({ top: pane.current.scrollHeight });
  }, [items, ended]);
  return (
    <div
      ref={pane}
      role="log"
      aria-label="Try"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
      tabIndex={0}
      className="grid min-h-40 flex-1 content-start gap-2 overflow-y-auto p-4"
    >
      {began === null && ended === null && (
        <p className="text-ink-3">{channel === 'handset' ? 'The handset rings...' : 'Connecting...'}</p>
      )}
      {items.map((item) => (
        <Item key={item.key} item={item} />
      ))}
      {ended !== null && (
        <p className="border-t pt-2 text-ink-2 text-sm">
          {[
            ended.reason === null ? 'The call has ended.' : reasonText(ended.reason),
            `${durationText(ended.usage.seconds)}, ${ended.usage.requests} requests to the model`,
            ...(ended.cost === null ? [] : [costText(ended.cost)]),
          ].join(' · ')}
        </p>
      )}
    </div>
  );
}

function Item({ item }: { item: TryItem }) {
  switch (item.type) {
    case 'said': {
      const isAgent = item.speaker === 'agent';
      return (
        <p className={cx('wrap-anywhere', !item.final && 'text-ink-2')}>
          <Badge tone={isAgent ? 'blue' : 'grey'} className="mr-2">
            {isAgent ? 'Agent' : item.speaker === 'user' ? 'You' : 'System'}
          </Badge>
          {item.text}
          {item.interrupted && item.final && <span className="text-ink-3 text-sm"> (interrupted)</span>}
        </p>
      );
    }
    case 'tool':
      return (
        <details className="rounded-box border bg-sunken px-3 py-1.5 text-sm">
          <summary className="cursor-pointer rounded-box">
            <span className="font-medium">{item.name}</span>
            <span className="text-ink-2">{` ${item.status.replaceAll('_', ' ')}, ${Math.round(item.ms)} ms`}</span>
            {item.simulated && <span className="text-ink-2">, not carried out in a try</span>}
          </summary>
          <pre className="wrap-anywhere mt-1 whitespace-pre-wrap font-mono text-xs">
            {JSON.stringify(item.input, null, 2)}
          </pre>
          {item.detail !== '' && <p className="wrap-anywhere mt-1 text-ink-2">{item.detail}</p>}
        </details>
      );
    case 'timing':
      return <p className="text-ink-3 text-xs tabular-nums">{timingText(item.timing)}</p>;
  }
}

function timingText({
  firstTokenMs,
  firstSpeechMs,
}: {
  firstTokenMs: number | null;
  firstSpeechMs: number | null;
}) {
  const parts = [
    firstTokenMs === null ? null : `first word after ${firstTokenMs} ms`,
    firstSpeechMs === null ? null : `speech after ${firstSpeechMs} ms`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'Answered' : `Answered: ${parts.join(', ')}`;
}

function reasonText(reason: CallReason): string {
  return reason === 'transferred' ? transferInTry : callReasons[reason];
}

function costText({ micros, currency }: TryCost): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 4 }).format(
    micros / 1_000_000,
  );
}
