import type { AuditSealing } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

const pauseMs = 2_000;

interface SealerDeps {
  readonly sealing: AuditSealing;
  readonly clock: Clock;
  readonly log: Log;
}

/** Seals new entries of the audit log every few seconds, on whichever server comes first (AU10). */
export class AuditSealer {
  readonly #deps: SealerDeps;
  #cancel: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: SealerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#later();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }

  #later(): void {
    this.#cancel = this.#deps.clock.after(pauseMs, () => {
      this.#running = this.#round();
    });
  }

  async #round(): Promise<void> {
    const { sealing, log } = this.#deps;
    try {
      // Null: another server does it. Zero: nothing is left.
      while (!this.#stopped && (await sealing.sealSome())) {}
    } catch (err) {
      log.warn({ err }, 'entries of the audit log could not be sealed; the next attempt is in two seconds');
    }
    if (!this.#stopped) this.#later();
  }
}
