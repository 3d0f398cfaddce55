import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { CampaignProgress } from '../../../lib/parsing/campaign-run.ts';
import { durationText } from '../../../ui/instant.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';

interface LiveCallsProps {
  live: CampaignProgress['live'];
  callPath: (callId: string) => string;
}

/** Calls that are up, with how long they have been. */
export function LiveCalls({ live, callPath }: LiveCallsProps) {
  const now = useSeconds(live.length > 0);
  if (live.length === 0) return <p className="text-ink-3">No call is up.</p>;
  return (
    <ul aria-label="Calls that are up" className="-my-1.5 divide-y">
      {live.map(({ row, name, number, callId, attempt, since }) => (
        <li key={row} className="flex items-center justify-between gap-x-4 py-1.5">
          <span className="min-w-0">
            <span className="block truncate font-medium">
              {callId === null ? (
                <bdi>{name === '' ? `Row ${row}` : name}</bdi>
              ) : (
                <Link
                  to={callPath(callId)}
                  className="rounded-box underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  <bdi>{name === '' ? `Row ${row}` : name}</bdi>
                </Link>
              )}
            </span>
            <span className="block text-ink-3 text-sm">
              <PhoneNumber>{number}</PhoneNumber>
              {attempt > 1 && ` · call ${attempt}`}
            </span>
          </span>
          <span className="text-ink-2 text-sm tabular-nums">
            {durationText(Math.max(0, now - new Date(since).getTime()) / 1_000)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The time, each second while it is needed. */
function useSeconds(needed: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!needed) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}
