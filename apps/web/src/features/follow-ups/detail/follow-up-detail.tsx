import { type FollowUpChange, followUpRoutes } from '@parley/contract';
import { ArrowRight, Check, PhoneCall, RotateCcw, StickyNote } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { DeskPeople, FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Party } from '../../../ui/party.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { canCallBack } from '../can-call-back.ts';
import { callingText } from '../list/follow-up-row.tsx';
import type { PressGuard } from '../press-guard.ts';
import { reasonLabel, urgentLabel } from '../reasons.ts';
import type { WorkingHours } from '../snooze-times.ts';
import { AssignMenu } from './assign-menu.tsx';
import { FollowUpFacts } from './follow-up-facts.tsx';
import { NoteField } from './note-field.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { TranscriptExcerpt } from './transcript-excerpt.tsx';

export type OpenMenu = 'snooze' | 'assign' | null;

export interface FollowUpDetailProps {
  followUp: FollowUp;
  desk: DeskPeople | undefined;
  hours: WorkingHours;
  /** A menu that a key has opened. */
  menu: OpenMenu;
  onMenu: (menu: OpenMenu) => void;
  onChange: (change: FollowUpChange) => void;
  /** Of the pane, which stays while what is shown in it changes. */
  once: PressGuard;
  onChooseTime: () => void;
  onCallBack: () => void;
  callingBack: boolean;
  callPathOf: (callId: string) => string;
  /** The page of whoever has the number; null for those who may not see it. */
  contactPathOf: ((number: string) => string) | null;
}

export function FollowUpDetail(props: FollowUpDetailProps) {
  const { followUp, contactPathOf } = props;
  const { number, contact, urgent, urgentWhy, what, reason, sandbox, lastCall } = followUp;
  const may = useMay();
  const saidId = useId();
  return (
    <div className="grid gap-5 p-5">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-md">
            {number === null ? (
              <span className="font-semibold">{reasonLabel(reason)}</span>
            ) : (
              <Party
                number={number}
                contact={contact}
                {...(contactPathOf !== null && {
                  nameIn: (name: ReactNode) => (
                    <Link to={contactPathOf(number)} className="underline underline-offset-4">
                      {name}
                    </Link>
                  ),
                })}
              />
            )}
          </h2>
          {urgent && <Status tone="red">{urgentLabel(urgentWhy)}</Status>}
          {sandbox && <span className="text-amber text-xs">Sandbox</span>}
        </div>
        <p className="wrap-anywhere text-base">{what}</p>
      </header>
      {lastCall?.live === true && (
        <p role="status">
          <Link to={props.callPathOf(lastCall.callId)} className="text-blue underline underline-offset-4">
            {callingText(lastCall.by)}
          </Link>
        </p>
      )}
      <Actions {...props} />
      <FollowUpFacts followUp={followUp} myId={props.desk?.me?.id ?? null} callPathOf={props.callPathOf} />
      {followUp.callId !== null && (
        <section aria-labelledby={saidId} className="grid gap-1.5">
          <div className="flex items-baseline justify-between gap-4">
            <h3 id={saidId} className="font-medium text-sm">
              What was said
            </h3>
            <Link
              to={props.callPathOf(followUp.callId)}
              className="inline-flex items-center gap-1.5 text-sm underline underline-offset-4"
            >
              Open Call
              <ArrowRight aria-hidden="true" className="size-3.5" />
            </Link>
          </div>
          <TranscriptExcerpt entry={followUp.entry} callId={followUp.callId} />
        </section>
      )}
      {may(followUpRoutes.changeFollowUp.permission) ? (
        <NoteField followUp={followUp} onSave={(note) => props.onChange({ kind: 'note', note })} />
      ) : (
        followUp.note !== '' && (
          <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">{followUp.note}</p>
        )
      )}
    </div>
  );
}

function Actions(props: FollowUpDetailProps) {
  const { followUp, desk, hours, menu, onMenu, onChange, onChooseTime, onCallBack, once } = props;
  const may = useMay();
  const mayChange = may(followUpRoutes.changeFollowUp.permission);
  const isOpenMenu = (name: OpenMenu) => ({
    open: menu === name,
    onOpenChange: (open: boolean) => onMenu(open ? name : null),
  });
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {may(followUpRoutes.getCallBack.permission) &&
        followUp.number !== null &&
        followUp.state !== 'done' && (
          <Button
            look="primary"
            busy={props.callingBack}
            disabled={!canCallBack(followUp)}
            onClick={onCallBack}
          >
            <PhoneCall aria-hidden="true" className="size-4" />
            Call Back
          </Button>
        )}
      {mayChange && followUp.state !== 'done' && (
        <Button onClick={once(() => onChange({ kind: 'done' }))}>
          <Check aria-hidden="true" className="size-4" />
          Done
        </Button>
      )}
      {mayChange && followUp.state !== 'open' && (
        <Button onClick={once(() => onChange({ kind: 'reopen' }))}>
          <RotateCcw aria-hidden="true" className="size-4" />
          Open Again
        </Button>
      )}
      {mayChange && followUp.state !== 'done' && (
        <>
          <SnoozeMenu
            hours={hours}
            {...isOpenMenu('snooze')}
            onSnooze={(until) => onChange({ kind: 'snooze', until })}
            onChooseTime={onChooseTime}
          />
          <AssignMenu
            owner={followUp.owner}
            desk={desk}
            {...isOpenMenu('assign')}
            onAssign={(owner) => onChange({ kind: 'assign', owner })}
          />
        </>
      )}
      {mayChange && (
        <Button onClick={() => focusNote(followUp.id)}>
          <StickyNote aria-hidden="true" className="size-4" />
          Note
        </Button>
      )}
    </div>
  );
}

/** False while its field is not there. */
export function focusNote(id: string): boolean {
  const field = document.querySelector<HTMLElement>(`[data-note-of="${CSS.escape(id)}"]`);
  field?.focus();
  return field !== null;
}
