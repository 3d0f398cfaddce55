import { useState, useSyncExternalStore } from 'react';
import { randomId } from './random-id.ts';
import { underWay } from './under-way.ts';

interface SendOptions<Wish, Answer> {
  /** Names the act; `e2e/desk/sending.spec.ts` presses the button of every name twice. */
  name: string;
  /** Acts that share a lock exclude each other. Without one, each place on the page has a lock of its own. */
  lock?: (wish: Wish) => string;
  act: (wish: Wish) => Promise<Answer>;
  /** Still under way while this runs, so that what it fetches again is on the screen before the next press counts. */
  onDone?: (answer: Answer, wish: Wish) => unknown;
  onFailed?: (error: unknown, wish: Wish) => void;
  /** Success is the end of this form: it closes, and nothing is sent from it again while it is still visible. */
  once?: boolean;
}

interface Sender<Wish> {
  busy: boolean;
  /** Does nothing while the lock is held. */
  send: (wish: Wish) => void;
}

/**
 * The one way in which a button sends something: once, however often and however fast it is pressed. Nothing is put
 * off until the connection is back, as a mutation would be: a call dialled later is not what was asked for.
 */
export function useSend<Wish = void, Answer = unknown>(options: SendOptions<Wish, Answer>): Sender<Wish> {
  const { name, act, onDone, onFailed, once = false } = options;
  const [own] = useState(() => `${name}:${randomId()}`);
  const lockOf = options.lock ?? (() => own);
  const busy = useSyncExternalStore(underWay.subscribe, () => underWay.current().has(own));

  async function carryOut(wish: Wish, lock: string): Promise<void> {
    let done = false;
    try {
      const answer = await act(wish);
      done = true;
      await onDone?.(answer, wish);
    } catch (error) {
      if (done) console.error(`After "${name}" succeeded:`, error);
      else onFailed?.(error, wish);
    } finally {
      if (!(done && once)) {
        // Cached answers reach the screen in a timer of their own; this one comes after it.
        await new Promise((resolve) => setTimeout(resolve));
        underWay.end(lock);
      }
    }
  }

  return {
    busy,
    send(wish) {
      const lock = lockOf(wish);
      if (underWay.begin(lock, name)) void carryOut(wish, lock);
    },
  };
}

/** The locks that are held, with the act that holds each. */
export function useUnderWay(): ReadonlyMap<string, string> {
  return useSyncExternalStore(underWay.subscribe, underWay.current);
}

/** Asking again for what could not be loaded. */
export function useRetry(refetch: (options: { cancelRefetch: boolean }) => unknown): Sender<void> {
  return useSend({ name: 'retry', act: async () => refetch({ cancelRefetch: false }) });
}
