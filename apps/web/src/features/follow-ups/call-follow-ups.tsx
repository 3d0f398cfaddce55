import { followUpRoutes } from '@parley/contract';
import { Check, PhoneCall } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { FollowUp } from '../../lib/parsing/follow-ups.ts';
import { useMay } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Status } from '../../ui/status-dot.tsx';
import { canCallBack } from './can-call-back.ts';
import { pendingChanges, withPending } from './pending-changes.ts';
import { type CallBackPrefill, useCallBack } from './use-call-back.ts';
import { useChangeFollowUp } from './use-change-follow-up.ts';
import { When } from './when.tsx';

interface CallFollowUpsProps {
  followUps: readonly FollowUp[];
  /** Where one of them is shown in the inbox. */
  pathOf: (id: string) => string;
  onCallBack: (prefill: CallBackPrefill) => void;
}

/** What there is to do after one call, on the page of the call or of a contact. */
export function CallFollowUps({ followUps, pathOf, onCallBack }: CallFollowUpsProps) {
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.current);
  const may = useMay();
  const { change } = useChangeFollowUp();
  const { busy, callBack } = useCallBack(onCallBack);
  if (followUps.length === 0) return <p className="text-ink-3">Nothing to do.</p>;
  return (
    <ul className="grid gap-3">
      {followUps.map((each) => {
        const followUp = withPending(each, pending);
        const isDone = followUp.state === 'done';
        return (
          <li key={followUp.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className={cx('wrap-anywhere', isDone && 'text-ink-3 line-through')}>
                <Link to={pathOf(followUp.id)} className="hover:underline">
                  {followUp.what}
                </Link>
              </p>
              <p className="flex flex-wrap gap-x-3 text-sm">
                {followUp.urgent && !isDone && <Status tone="red">Urgent</Status>}
                {isDone ? <span className="text-ink-3">Done</span> : <When followUp={followUp} />}
                {followUp.owner !== null && <span className="text-ink-3">{followUp.owner.displayName}</span>}
              </p>
            </div>
            {!isDone && (
              <div className="flex gap-2">
                {may(followUpRoutes.changeFollowUp.permission) && (
                  <Button onClick={() => change(followUp, { kind: 'done' })}>
                    <Check aria-hidden="true" className="size-4" />
                    Done
                  </Button>
                )}
                {may(followUpRoutes.getCallBack.permission) && followUp.number !== null && (
                  <Button busy={busy} disabled={!canCallBack(followUp)} onClick={() => callBack(followUp)}>
                    <PhoneCall aria-hidden="true" className="size-4" />
                    Call Back
                  </Button>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
