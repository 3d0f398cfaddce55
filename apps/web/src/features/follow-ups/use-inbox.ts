import { type FollowUpChange, followUpRoutes } from '@parley/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { FollowUp } from '../../lib/parsing/follow-ups.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { useWide } from '../../ui/use-wide.ts';
import { changed } from './change.ts';
import { changeText } from './change-texts.ts';
import { focusNote, type OpenMenu } from './detail/follow-up-detail.tsx';
import { countIn, type Filter, inboxFilterOf, isShown } from './filter.ts';
import type { InboxAct } from './keys/inbox-keys.ts';
import { useInboxKeys } from './keys/use-inbox-keys.ts';
import { rowSelector } from './list/follow-up-row.tsx';
import { neighbour } from './shown-follow-ups.ts';
import { type CallBackPrefill, useCallBack } from './use-call-back.ts';
import { useChangeFollowUp } from './use-change-follow-up.ts';
import { useCursor } from './use-cursor.ts';
import { useDeskPeople } from './use-desk-people.ts';
import { useFollowUp } from './use-follow-up.ts';
import { useFollowUpCounts } from './use-follow-up-counts.ts';
import { useFollowUps } from './use-follow-ups.ts';

export const stateFilterId = 'follow-up-states';

interface InboxOptions {
  callPathOf: (callId: string) => string;
  onCallBack: (prefill: CallBackPrefill) => void;
}

/** What the inbox shows and does, by buttons and by keys. */
export function useInbox({ callPathOf, onCallBack }: InboxOptions) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const may = useMay();
  const wide = useWide();
  const filter = inboxFilterOf(params.get('state'), params.get('owner'));
  const open = params.get('open') ?? '';
  const people = useDeskPeople();
  const desk = people.data;
  const myId = desk?.me?.id ?? null;
  const counts = useFollowUpCounts(myId);
  const { query, rows } = useFollowUps(filter, myId);
  const cursor = useCursor({ rows, filter, named: open, always: wide });
  const [menu, setMenu] = useState<OpenMenu>(null);
  const [dialog, setDialog] = useState<'keys' | 'snooze' | null>(null);
  const [announced, setAnnounced] = useState('');
  const noteWanted = useRef<string | null>(null);
  const changer = useChangeFollowUp({ onUndo: cursor.chooseAndFocus });
  const { busy: callingBack, callBack } = useCallBack(onCallBack);
  const more = useSend({
    name: 'load-more',
    act: async () => {
      // fetchNextPage would cancel a refetch that is in flight.
      if (query.isFetching) await query.refetch({ cancelRefetch: false });
      await query.fetchNextPage();
    },
  });

  // Beside the list there is always one open, the first at least; in its place only the one that was opened.
  const shownId = wide ? cursor.cursor : open === '' ? null : open;
  const actedOn = shownId ?? cursor.cursor;
  const shown = useFollowUp(
    actedOn ?? '',
    rows?.find(({ id }) => id === actedOn),
  );

  /** In a narrow window the field is there after the follow-up has taken the place of the list. */
  function focusWantedNote(): void {
    if (noteWanted.current !== null && focusNote(noteWanted.current)) noteWanted.current = null;
  }
  useLayoutEffect(focusWantedNote);

  function setParam(change: Record<string, string | null>, replace: boolean): void {
    setParams(
      (given) => {
        for (const [name, value] of Object.entries(change)) {
          if (value === null) given.delete(name);
          else given.set(name, value);
        }
        return given;
      },
      { replace, preventScrollReset: true },
    );
  }

  function setFilter(next: Filter): void {
    setParam({ state: next.state, owner: next.owner, open: null }, true);
  }

  /** In a narrow window the follow-up takes the place of the list, and Back leads to the list again. */
  function show(id: string): void {
    cursor.choose(id);
    if (!wide) setParam({ open: id }, false);
    else leaveNamed();
  }

  /** The address names another one than is chosen now: a reload would bring it back, and its link would do nothing. */
  function leaveNamed(): void {
    if (open !== '') setParam({ open: null }, true);
  }

  function backToList(): void {
    cursor.chooseAndFocus(actedOn);
    setParam({ open: null }, true);
  }

  function change(followUp: FollowUp, what: FollowUpChange): void {
    changer.change(followUp, what);
    const leaves = !isShown(filter, changed(followUp, what, desk?.people ?? []), myId);
    if (!leaves || rows === undefined) return;
    const left = query.hasNextPage ? countIn(filter, counts) : rows.length;
    const said = changeText(what, desk?.me ?? null, desk?.people ?? []);
    setAnnounced(left === undefined ? `${said}.` : `${said}. ${Math.max(0, left - 1)} left.`);
    if (rows.some(({ id }) => id === followUp.id)) cursor.chooseAndFocus(neighbour(rows, followUp.id));
    leaveNamed();
  }

  function move(by: number): void {
    const target = cursor.moved(by);
    if (target === null) return;
    cursor.chooseAndFocus(target);
    if (wide) leaveNamed();
    else if (open !== '') setParam({ open: target }, true);
    const isNearEnd = rows !== undefined && rows.findIndex(({ id }) => id === target) > rows.length - 10;
    if (isNearEnd && query.hasNextPage) more.send();
  }

  function actOn(act: InboxAct, followUp: FollowUp): void {
    if (act === 'open-call' && followUp.callId !== null) void navigate(callPathOf(followUp.callId));
    if (act === 'call-back' && may(followUpRoutes.getCallBack.permission)) callBack(followUp);
    if (!may(followUpRoutes.changeFollowUp.permission)) return;
    if (act === 'note') {
      noteWanted.current = followUp.id;
      show(followUp.id);
      focusWantedNote();
    }
    if (followUp.state === 'done') return;
    if (act === 'done') change(followUp, { kind: 'done' });
    if (act === 'assign' && myId !== null && followUp.owner?.id !== myId)
      change(followUp, { kind: 'assign', owner: myId });
    else if (act === 'snooze' || act === 'assign') {
      show(followUp.id);
      setMenu(act);
    }
  }

  useInboxKeys(rowSelector, (act) => {
    if (act === 'next') move(1);
    else if (act === 'previous') move(-1);
    else if (act === 'help') setDialog('keys');
    else if (act === 'undo') changer.undo();
    else if (act === 'filter') focusFilter();
    else if (shown.followUp !== undefined) actOn(act, shown.followUp);
  });

  return {
    filter,
    setFilter,
    counts,
    desk,
    query,
    // Not before it is known who is asking: keys such as "assign to me" need it.
    rows: people.isPending ? undefined : rows,
    wide,
    cursor: cursor.cursor,
    shownId,
    shown,
    show,
    backToList,
    change,
    callingBack,
    callBack,
    more: query.hasNextPage
      ? { busy: more.busy, failed: query.isFetchNextPageError, load: () => more.send() }
      : null,
    menu,
    setMenu,
    dialog,
    setDialog,
    announced,
  };
}

function focusFilter(): void {
  document.querySelector<HTMLElement>(`#${stateFilterId} [data-state=checked]`)?.focus();
}
