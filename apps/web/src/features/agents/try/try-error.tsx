import { tryRoutes } from '@parley/contract';
import { agentName } from '../../../lib/known-agents.ts';
import { useMay } from '../../../lib/permissions.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Instant } from '../../../ui/instant.tsx';
import type { TryFailure } from './use-try.ts';

interface TryErrorProps {
  failure: TryFailure;
  busy: boolean;
  onHangUp: (id: string) => void;
}

/** With the tries that stand in the way, which may have been begun in a tab that is closed. */
export function TryError({ failure: { sentence, open }, busy, onHangUp }: TryErrorProps) {
  const may = useMay();
  return (
    <AlertBox className="m-4">
      {sentence}
      {open.length > 0 && may(tryRoutes.endTry.permission) && (
        <ul aria-label="Open tries" className="mt-2 grid gap-2">
          {open.map(({ id, agentId, displayName, channel, startedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere min-w-0">
                {`${agentName({ id: agentId, displayName })}, ${channel === 'handset' ? 'on the handset' : 'by text'}, begun `}
                <Instant at={startedAt} />
              </span>
              <Button busy={busy} onClick={() => onHangUp(id)}>
                Hang Up
              </Button>
            </li>
          ))}
        </ul>
      )}
    </AlertBox>
  );
}
