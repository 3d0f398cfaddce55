import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

const againAfterMs = 30_000;

export interface SandboxBesideDeps<Account> {
  /** Null: it could not be started. */
  readonly start: () => Promise<Account | null>;
  readonly setUpNumbers: (account: Account) => Promise<void>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Starts the sandbox beside a real account. Not waited for, and never a reason to stop: calls with the real account need
 * no sandbox. The returned function ends the tries.
 */
export function startSandboxBeside<Account>(deps: SandboxBesideDeps<Account>): () => void {
  let account: Account | null = null;
  let stopped = false;
  let cancel = () => {};
  const attempt = async (): Promise<void> => {
    try {
      account ??= await deps.start();
      if (account !== null && !stopped) await deps.setUpNumbers(account);
    } catch (err) {
      if (stopped) return;
      deps.log.warn(
        { err },
        'phone numbers of the sandbox could not be stored; will be retried in 30 seconds',
      );
      cancel = deps.clock.after(againAfterMs, () => void attempt());
    }
  };
  void attempt();
  return () => {
    stopped = true;
    cancel();
  };
}
