import { useState, useSyncExternalStore } from 'react';
import { inFlight } from './in-flight.ts';
import { randomId } from './random-id.ts';

interface SendOptions<Input, Result> {
  /** Names the action; the tests `e2e/desk/double-submit*.spec.ts` press the button of every name twice. */
  name: string;
  /** Actions with the same lock exclude each other. Without one, each use of the hook has its own lock. */
  lock?: (input: Input) => string;
  act: (input: Input) => Promise<Result>;
  /** The lock is held while this runs, so that refetched data is shown before the next click counts. */
  onDone?: (result: Result, input: Input) => unknown;
  onFailed?: (error: unknown, input: Input) => void;
  /** After success the lock stays held: the form closes, and nothing is sent again while it is still visible. */
  once?: boolean;
}

interface Sender<Input> {
  busy: boolean;
  /** Does nothing while the lock is held. */
  send: (input: Input) => void;
}

/**
 * The only way in which a button sends a request: once, however often and fast it is pressed. Unlike a mutation of
 * TanStack Query, nothing is queued until the connection is back: a call must not be dialled later than asked.
 */
export function useSend<Input = void, Result = unknown>(options: SendOptions<Input, Result>): Sender<Input> {
  const { name, act, onDone, onFailed, once = false } = options;
  const [own] = useState(() => `${name}:${randomId()}`);
  const lockOf = options.lock ?? (() => own);
  const busy = useSyncExternalStore(inFlight.subscribe, () => inFlight.current().has(own));

  async function run(input: Input, lock: string): Promise<void> {
    let done = false;
    try {
      const result = await act(input);
      done = true;
      await onDone?.(result, input);
    } catch (error) {
      if (done) console.error(`The action "${name}" succeeded, but updating the page failed:`, error);
      else onFailed?.(error, input);
    } finally {
      if (!(done && once)) {
        // TanStack Query notifies components in a timer; this one runs after it.
        await new Promise((resolve) => setTimeout(resolve));
        inFlight.end(lock);
      }
    }
  }

  return {
    busy,
    send(input) {
      const lock = lockOf(input);
      if (inFlight.begin(lock, name)) void run(input, lock);
    },
  };
}

/** The held locks, with the name of the action that holds each. */
export function useInFlight(): ReadonlyMap<string, string> {
  return useSyncExternalStore(inFlight.subscribe, inFlight.current);
}

/** For the Retry button of a query that failed. */
export function useRetry(refetch: (options: { cancelRefetch: boolean }) => unknown): Sender<void> {
  return useSend({ name: 'retry', act: async () => refetch({ cancelRefetch: false }) });
}
