import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { parseCallResult } from '../../../lib/parsing/call-detail.ts';
import type { TranscriptEntry } from '../../../lib/parsing/calls.ts';
import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { useMay } from '../../../lib/permissions.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { excerptAround } from '../excerpt.ts';

/** The words that the follow-up came from, with what was said before and after them. */
export function TranscriptExcerpt({ entry, callId }: Pick<FollowUp, 'entry' | 'callId'>) {
  const api = useApi();
  const mayRead = useMay()(routes.getCall.permission);
  const { data: call } = useQuery({
    queryKey: queryKeys.call(callId ?? ''),
    queryFn: ({ signal }) =>
      api.get(routes.getCall, parseCallResult(callId ?? ''), { params: { id: callId ?? '' }, signal }),
    select: (result) => result.call,
    enabled: mayRead && callId !== null && entry !== null,
  });
  if (entry === null) return null;
  // Until the call is there, and when it cannot be read: the words themselves.
  const around = excerptAround(call?.transcript ?? [], entry.ordinal);
  const shown = around.length > 0 ? around : [entry];
  return (
    <ol className="grid gap-1 rounded-box border bg-paper py-2">
      {shown.map((each) => (
        <Line key={each.ordinal} entry={each} isProof={each.ordinal === entry.ordinal} />
      ))}
    </ol>
  );
}

interface LineProps {
  entry: Pick<TranscriptEntry, 'speaker' | 'message'>;
  /** The words that the follow-up came from. */
  isProof: boolean;
}

function Line({ entry: { speaker, message }, isProof }: LineProps) {
  const tone = speaker === 'agent' ? 'blue' : speaker === 'user' ? 'green' : 'grey';
  return (
    <li
      {...(isProof && { 'aria-current': 'true' as const })}
      className={cx(
        'grid gap-x-3 border-transparent border-l-2 px-3 py-1 sm:grid-cols-[4rem_minmax(0,1fr)] sm:items-baseline',
        isProof && 'border-l-amber bg-amber-soft',
      )}
    >
      <span className="sm:text-right">
        <Badge tone={tone} className="capitalize">
          {speaker}
        </Badge>
      </span>
      <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
    </li>
  );
}
