import { type FollowUpChange, followUpRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { type FollowUp, parseFollowUpResult } from '../../lib/parsing/follow-ups.ts';
import { asObject } from '../../lib/parsing/json.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSend } from '../../lib/use-send.ts';
import { knownFollowUp, putFollowUp } from './cache/put-follow-up.ts';
import { inverse } from './change.ts';
import { changeText } from './change-texts.ts';
import { conflictIn, conflictText, sameText } from './conflict.ts';
import { pendingChanges, withPending } from './pending-changes.ts';
import { useDeskPeople } from './use-desk-people.ts';

/** The time in which a toast offers Undo. */
const undoMs = 10_000;

interface ChangeInput {
  followUp: FollowUp;
  change: FollowUpChange;
  /** It takes back another one, and cannot be taken back itself. */
  isUndo: boolean;
}

interface ChangeOptions {
  /** Undo was pressed, here or in the toast. */
  onUndo?: (id: string) => void;
}

/**
 * Changes a follow-up: on the screen at once, then at the server. When somebody else was quicker, the screen shows what they
 * did, and says so.
 */
export function useChangeFollowUp({ onUndo }: ChangeOptions = {}) {
  const api = useApi();
  const client = useQueryClient();
  const { data } = useDeskPeople();
  const me = data?.me ?? null;
  const people = data?.people ?? [];
  const undoable = useRef<{ before: FollowUp; change: FollowUpChange }[]>([]);
  const shownToast = useRef<string | number | null>(null);
  const { send } = useSend({
    name: 'change-follow-up',
    lock: ({ followUp, change, isUndo }: ChangeInput) =>
      `follow-up:${followUp.id}:${change.kind}${isUndo ? ':undo' : ''}`,
    act: (input) => {
      if (input.isUndo) say(() => toast.success('Undone'));
      else offerUndo(input);
      return store(input);
    },
    onDone: (stored, { followUp, change, isUndo }) => {
      if (stored === null || isUndo) return;
      // It was so already: there is nothing of one's own to take back.
      forgetUndo(followUp.id);
      say(() => toast.info(sameText(stored, change.kind)));
    },
    onFailed: (error, { followUp, change }) => {
      forgetUndo(followUp.id);
      const newer = conflictIn(error);
      if (newer === null) {
        void client.invalidateQueries({ queryKey: queryKeys.followUps });
        const title = `"${changeText(change, me, people)}" was not saved. Please try again.`;
        say(() => toast.error(title, { description: sentenceOf(error) }));
      } else {
        putFollowUp(client, newer, me?.id ?? null);
        say(() => toast.info(conflictText(newer, error)));
      }
    },
  });

  /** Resolves with the follow-up when somebody else had made the same change before. */
  async function store({ followUp, change }: ChangeInput): Promise<FollowUp | null> {
    const { id } = followUp;
    const before = withPending(knownFollowUp(client, id) ?? followUp, pendingChanges.current());
    const pending = { id, before, change, people };
    pendingChanges.add(pending);
    try {
      return await pendingChanges.inOrder(id, async () => {
        // What is known now: a change that was made here before this one has raised the revision.
        const known = knownFollowUp(client, id)?.revision ?? 0;
        const answer = await api.send(followUpRoutes.changeFollowUp, {
          params: { id },
          body: { revision: Math.max(known, followUp.revision), change },
        });
        const stored = parseFollowUpResult(answer);
        if (stored !== undefined) putFollowUp(client, stored, me?.id ?? null);
        else void client.invalidateQueries({ queryKey: queryKeys.followUps });
        return asObject(answer)?.changed === false ? (stored ?? null) : null;
      });
    } finally {
      pendingChanges.remove(pending);
    }
  }

  function forgetUndo(id: string): void {
    undoable.current = undoable.current.filter(({ before }) => before.id !== id);
  }

  function offerUndo({ followUp, change }: ChangeInput): void {
    undoable.current.push({ before: followUp, change });
    say(() =>
      toast.success(changeText(change, me, people), {
        duration: undoMs,
        action: { label: 'Undo', onClick: undo },
      }),
    );
  }

  /** One toast at a time: the newest takes the place of the one before. */
  function say(show: () => string | number): void {
    if (shownToast.current !== null) toast.dismiss(shownToast.current);
    shownToast.current = show();
  }

  /** Takes back the last change that was made here, then the one before it. */
  function undo(): void {
    const last = undoable.current.pop();
    if (last === undefined) return;
    send({ followUp: last.before, change: inverse(last.before, last.change), isUndo: true });
    onUndo?.(last.before.id);
  }

  return {
    change: (followUp: FollowUp, change: FollowUpChange) => send({ followUp, change, isUndo: false }),
    undo,
  };
}
