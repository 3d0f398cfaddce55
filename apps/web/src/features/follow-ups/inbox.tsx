import { ArrowLeft, Inbox as InboxIcon, Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNotFound } from '../../lib/api-error.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadState, LoadStateCard } from '../../ui/load-state.tsx';
import { UntilDialog } from '../../ui/until-dialog.tsx';
import { FollowUpDetail } from './detail/follow-up-detail.tsx';
import { emptyText } from './empty-text.ts';
import { Filters } from './filters.tsx';
import { KeysDialog } from './keys/keys-dialog.tsx';
import { FollowUpList } from './list/follow-up-list.tsx';
import { usePressGuard } from './press-guard.ts';
import type { WorkingHours } from './snooze-times.ts';
import type { CallBackPrefill } from './use-call-back.ts';
import { useInbox } from './use-inbox.ts';

interface InboxProps {
  hours: WorkingHours;
  callPathOf: (callId: string) => string;
  contactPathOf: ((number: string) => string) | null;
  onCallBack: (prefill: CallBackPrefill) => void;
  /** Whether live updates are away. */
  liveStatus: ReactNode;
}

const wideColumns = 'lg:grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)]';

/** The follow-ups of the desk: beside each other in a wide window, in the place of each other in a narrow one. */
export function Inbox({ hours, callPathOf, contactPathOf, onCallBack, liveStatus }: InboxProps) {
  const inbox = useInbox({ callPathOf, onCallBack });
  const { filter, wide, rows, shownId } = inbox;
  const retry = useRetry(inbox.query.refetch);
  const isDetailAlone = !wide && shownId !== null;
  const shown = inbox.shown.followUp;

  if (rows === undefined)
    return (
      <LoadStateCard
        query={inbox.query}
        onRetry={() => retry.send()}
        loading="Loading follow-ups..."
        failed="Failed to load follow-ups"
      />
    );
  return (
    <>
      <p role="status" className="sr-only">
        {inbox.announced}
      </p>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        {isDetailAlone ? (
          <Button look="quiet" className="-ml-3.5" onClick={inbox.backToList}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Follow-ups
          </Button>
        ) : (
          <Filters filter={filter} counts={inbox.counts} onChange={inbox.setFilter} />
        )}
        <div className="ml-auto flex items-center gap-2">
          {liveStatus}
          {wide && <IconButton icon={Keyboard} label="Keys" onClick={() => inbox.setDialog('keys')} />}
        </div>
      </div>
      <div className={cx('grid items-start gap-4', shownId !== null && wideColumns)}>
        {!isDetailAlone && (
          <Card aria-label="Inbox" className="min-h-80 overflow-clip lg:min-h-[calc(100dvh-15rem)]">
            {rows.length === 0 && inbox.more === null ? (
              <EmptyState icon={InboxIcon} className="py-24">
                {emptyText(filter)}
              </EmptyState>
            ) : (
              <FollowUpList followUps={rows} chosen={inbox.cursor} onChoose={inbox.show} more={inbox.more} />
            )}
          </Card>
        )}
        {shownId !== null && <Pane inbox={inbox} hours={hours} {...{ callPathOf, contactPathOf }} />}
      </div>
      <UntilDialog
        title="Snooze Until"
        action="Snooze"
        open={inbox.dialog === 'snooze' && shown !== undefined}
        onClose={() => inbox.setDialog(null)}
        onChosen={(until) => shown !== undefined && inbox.change(shown, { kind: 'snooze', until })}
      />
      <KeysDialog open={inbox.dialog === 'keys'} onClose={() => inbox.setDialog(null)} />
    </>
  );
}

interface PaneProps extends Pick<InboxProps, 'hours' | 'callPathOf' | 'contactPathOf'> {
  inbox: ReturnType<typeof useInbox>;
}

/** The follow-up that is chosen. */
function Pane({ inbox, hours, callPathOf, contactPathOf }: PaneProps) {
  const { query, followUp } = inbox.shown;
  const retry = useRetry(query.refetch);
  const once = usePressGuard();
  return (
    <Card
      aria-label="Follow-up"
      className="min-h-80 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
    >
      {followUp === undefined ? (
        isNotFound(query.error) ? (
          <EmptyState icon={InboxIcon} className="py-24">
            There is no such follow-up.
          </EmptyState>
        ) : (
          <LoadState
            query={query}
            onRetry={() => retry.send()}
            loading="Loading..."
            failed="Failed to load the follow-up"
            compact
          />
        )
      ) : (
        <FollowUpDetail
          key={followUp.id}
          followUp={followUp}
          desk={inbox.desk}
          hours={hours}
          menu={inbox.menu}
          onMenu={inbox.setMenu}
          onChange={(change) => inbox.change(followUp, change)}
          once={once}
          onChooseTime={() => inbox.setDialog('snooze')}
          onCallBack={() => inbox.callBack(followUp)}
          callingBack={inbox.callingBack}
          callPathOf={callPathOf}
          contactPathOf={contactPathOf}
        />
      )}
    </Card>
  );
}
