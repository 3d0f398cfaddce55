import type { FollowUpChange } from '@parley/contract';
import type { FollowUp, Person } from '../../lib/parsing/follow-ups.ts';
import { changed } from './change.ts';

/** A change that was made on the screen and is not stored yet. */
export interface PendingChange {
  id: string;
  /** The follow-up as it was shown before the change, in case that no list has it any more. */
  before: FollowUp;
  change: FollowUpChange;
  people: readonly Person[];
}

interface PendingChanges {
  add(pending: PendingChange): void;
  /** It is stored, and the cached lists have it; or it was refused. */
  remove(pending: PendingChange): void;
  /** In the order in which they were made; a new array after every change. */
  current(): readonly PendingChange[];
  subscribe(listener: () => void): () => void;
  /** Runs after the changes of the same follow-up that were asked for before: each needs the revision of the one before. */
  inOrder<Result>(id: string, act: () => Promise<Result>): Promise<Result>;
}

/**
 * The cached lists hold what the server said; what is on its way there is laid over them. So a refusal needs no way back,
 * and an answer or event that arrives in between undoes nothing on the screen.
 */
export function createPendingChanges(): PendingChanges {
  let pending: readonly PendingChange[] = [];
  const listeners = new Set<() => void>();
  const last = new Map<string, Promise<unknown>>();

  function set(next: readonly PendingChange[]): void {
    pending = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    add: (one) => set([...pending, one]),
    remove: (one) => set(pending.filter((each) => each !== one)),
    current: () => pending,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    inOrder(id, act) {
      const before = last.get(id) ?? Promise.resolve();
      const running = before.catch(() => {}).then(act);
      last.set(id, running);
      const forget = () => last.get(id) === running && last.delete(id);
      running.then(forget, forget);
      return running;
    },
  };
}

/** One for the whole page: a follow-up can be changed in the inbox and on the page of its call. */
export const pendingChanges = createPendingChanges();

/** The follow-up with what is on its way to the server. */
export function withPending(followUp: FollowUp, pending: readonly PendingChange[]): FollowUp {
  return pending
    .filter(({ id }) => id === followUp.id)
    .reduce((shown, { change, people }) => changed(shown, change, people), followUp);
}
