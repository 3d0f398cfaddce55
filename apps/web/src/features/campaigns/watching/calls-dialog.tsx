import { attemptResults } from '@parley/contract';
import { Link } from 'react-router';
import type { Recipient } from '../../../lib/parsing/campaigns.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { wordOf } from '../../../lib/word-of.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { rowName } from './row-name.ts';
import { useAttempts } from './use-watching.ts';

interface CallsDialogProps {
  campaignId: string;
  /** Null: it is closed. */
  person: Recipient | null;
  callPath: (callId: string) => string;
  onClose: () => void;
}

/** Every call to one person of a campaign. */
export function CallsDialog({ person, onClose, ...rest }: CallsDialogProps) {
  return (
    <Dialog
      open={person !== null}
      onOpenChange={(open) => !open && onClose()}
      title={person === null ? 'Calls' : `Calls to ${rowName(person)}`}
    >
      {person !== null && <Calls row={person.row} {...rest} />}
    </Dialog>
  );
}

interface CallsProps {
  campaignId: string;
  row: number;
  callPath: (callId: string) => string;
}

function Calls({ campaignId, row, callPath }: CallsProps) {
  const query = useAttempts(campaignId, row);
  const retry = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading calls..."
        failed="Failed to load the calls"
        compact
      />
    );
  return (
    <ol className="-my-2 divide-y">
      {query.data.map(({ attempt, callId, startedAt, result, detail }) => (
        <li key={attempt} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span>
            <span className="font-medium">{`${attempt}. ${result === null ? 'Up now' : wordOf(attemptResults, result)}`}</span>
            {detail !== '' && <span className="text-ink-3 text-sm">{` ${detail}`}</span>}
          </span>
          <span className="text-ink-2 text-sm">
            <Instant at={startedAt} />
            {callId !== null && (
              <>
                {' · '}
                <Link
                  to={callPath(callId)}
                  className="rounded-box underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  {`Open call ${attempt}`}
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
