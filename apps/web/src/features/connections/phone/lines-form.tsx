import { connectionRoutes, type NumberOffer } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { type Pointed, parsePointed } from '../../../lib/parsing/connections.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { type Failure, failureOf } from '../failure.ts';
import { FailureBox } from '../failure-box.tsx';
import { countOf } from '../kinds.ts';
import { useConnectionsChanged } from '../use-connections.ts';
import { LineChoice } from './line-choice.tsx';

interface LinesFormProps {
  id: string;
  /** The numbers that the connection uses. */
  offers: readonly NumberOffer[];
  hasAddress: boolean;
  /** Null where it cannot be set here. */
  onAddress: (() => void) | null;
  /** The button that leads to the choice of numbers. */
  choose: ReactNode;
  onClose: () => void;
}

export function LinesForm({ id, offers, hasAddress, onAddress, choose, onClose }: LinesFormProps) {
  const api = useApi();
  const client = useQueryClient();
  const changed = useConnectionsChanged();
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [results, setResults] = useState<Pointed>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.phoneNumbers(id) });
  const { busy, send } = useSend({
    name: 'point-numbers',
    act: (chosen: readonly NumberOffer[]) => {
      setFailure(null);
      setResults([]);
      // What the person has seen: the server refuses if it is no longer so.
      const numbers = chosen.map(({ sid, webhooks }) => ({ sid, seen: webhooks }));
      return api.send(connectionRoutes.pointNumbers, { params: { id }, body: { numbers } });
    },
    onDone: async (answer) => {
      const done = parsePointed(answer) ?? [];
      setResults(done);
      setTaken([]);
      await Promise.all([refetch(), changed()]);
      const good = done.filter(({ problem }) => problem === null).length;
      if (good > 0) toast.success(`Calls to ${countOf(good, 'number')} reach Parley now`);
    },
    onFailed: (error) => {
      setFailure(failureOf(error));
      setTaken([]);
      void refetch();
    },
  });
  const open = offers.filter(({ points }) => points !== 'here');
  const chosen = open.filter(({ sid }) => taken.includes(sid));
  return (
    <div className="grid gap-5">
      {open.length > 0 && !hasAddress && (
        <AlertBox
          tone="amber"
          action={onAddress !== null && <Button onClick={onAddress}>Set Address</Button>}
        >
          Set the public address first: Twilio needs to know where to send the calls.
        </AlertBox>
      )}
      <ul aria-label="Lines" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {offers.map((offer) => (
          <LineChoice
            key={offer.sid}
            offer={offer}
            problem={results.find(({ sid }) => sid === offer.sid)?.problem ?? null}
            disabled={!hasAddress || busy}
            taken={taken.includes(offer.sid)}
            onTake={(isTaken) =>
              setTaken(isTaken ? [...taken, offer.sid] : taken.filter((sid) => sid !== offer.sid))
            }
          />
        ))}
      </ul>
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <div className="grid sm:mr-auto">{choose}</div>
        <Button onClick={onClose}>{open.length === 0 ? 'Close' : 'Not Now'}</Button>
        {open.length > 0 && (
          <Button look="primary" busy={busy} disabled={chosen.length === 0} onClick={() => send(chosen)}>
            {busy ? 'Changing...' : chosen.length > 1 ? `Take Over ${chosen.length} Lines` : 'Take Over Line'}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
