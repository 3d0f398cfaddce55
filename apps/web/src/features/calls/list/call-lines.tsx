import { Link } from 'react-router';
import type { Call } from '../../../lib/parsing/calls.ts';
import { Badge } from '../../../ui/badge.tsx';
import { durationText, Instant } from '../../../ui/instant.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { directionLabel, reasonSentence, resultWords, statusTone } from '../call-labels.ts';
import { DirectionIcon } from '../direction-icon.tsx';
import { summaryLine } from './summary-line.ts';

interface CallLinesProps {
  calls: readonly Call[];
  pathOf: (callId: string) => string;
  /** More than these; they are in the call list. */
  more: boolean;
}

/** A few calls of one number, each a link. */
export function CallLines({ calls, pathOf, more }: CallLinesProps) {
  if (calls.length === 0) return <p className="text-ink-3">No calls yet.</p>;
  return (
    <>
      <ul aria-label="Calls" className="-mx-5 border-t">
        {calls.map((call) => (
          <CallLine key={call._id} call={call} path={pathOf(call._id)} />
        ))}
      </ul>
      {more && <p className="border-t pt-3 text-ink-3 text-sm">Earlier calls are in the list of calls.</p>}
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
