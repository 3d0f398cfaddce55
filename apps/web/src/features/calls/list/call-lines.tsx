import { useState } from 'react';
import { Link } from 'react-router';
import type { Call } from '../../../lib/parsing/calls.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { durationText, Instant } from '../../../ui/instant.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { directionLabel, reasonSentence, resultWords, statusTone } from '../call-labels.ts';
import { DirectionIcon } from '../direction-icon.tsx';
import { useCallsOfNumber } from '../use-calls-of-number.ts';
import { summaryLine } from './summary-line.ts';

interface CallLinesProps {
  number: string;
  /** The latest. */
  calls: readonly Call[];
  pathOf: (callId: string) => string;
  /** There are more than these. */
  more: boolean;
}

/** The calls of one number, each a link: the latest, and on demand the earlier ones. */
export function CallLines({ number, calls, pathOf, more }: CallLinesProps) {
  const [wanted, setWanted] = useState(false);
  const query = useCallsOfNumber(number, wanted);
  const { data: loaded, isError } = query;
  const earlier = useSend({
    name: 'load-earlier-calls',
    act: async () => {
      // fetchNextPage would cancel a refetch that is in flight.
      if (loaded !== undefined && query.isFetching) await query.refetch({ cancelRefetch: false });
      await (loaded === undefined ? query.refetch() : query.fetchNextPage());
      setWanted(true);
    },
  });
  if (calls.length === 0) return <p className="text-ink-3">No calls yet.</p>;
  const shown = [...new Map([...calls, ...(loaded ?? [])].map((call) => [call._id, call])).values()];

  return (
    <>
      <ul aria-label="Calls" className="-mx-5 border-t last:-mb-5">
        {shown.map((call) => (
          <CallLine key={call._id} call={call} path={pathOf(call._id)} />
        ))}
      </ul>
      {isError && !earlier.busy && (
        <p className="border-t pt-3 text-ink-2 text-sm">Failed to load the earlier calls.</p>
      )}
      {(loaded === undefined ? more : query.hasNextPage) && (
        <div className="pt-3">
          <Button busy={earlier.busy} onClick={() => earlier.send()}>
            {earlier.busy ? 'Loading...' : isError ? 'Retry' : 'Show Earlier Calls'}
          </Button>
        </div>
      )}
    </>
  );
}

function CallLine({ call, path }: { call: Call; path: string }) {
  const result = resultWords(call.outcome);
  const about = summaryLine(call, reasonSentence(call));
  return (
    <li className="border-b last:border-b-0">
      <Link
        to={path}
        className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-5 py-2.5 text-sm -outline-offset-2 hover:bg-sunken"
      >
        <DirectionIcon direction={call.direction} className="self-center" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <Instant at={call.createdAt} className="font-medium" />
          <span className="text-ink-3">{directionLabel(call)}</span>
          <Status tone={statusTone(call.status)}>{call.status}</Status>
          {result !== null && <Badge tone={result.tone}>{result.short}</Badge>}
          {call.sandbox && <span className="text-amber text-xs">Sandbox</span>}
        </span>
        <span className="text-ink-2">{call.duration !== null && durationText(call.duration)}</span>
        {about !== null && <span className="col-span-2 col-start-2 truncate text-ink-2">{about}</span>}
      </Link>
    </li>
  );
}
