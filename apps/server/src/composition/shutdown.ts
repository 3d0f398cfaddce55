import type { Log } from '../ports/log.ts';

interface Step {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
}

/**
 * Stops what was started, in the opposite order, each step once, all of them before one deadline. A step that fails is
 * logged, and the next one still runs.
 */
export class Shutdown {
  readonly #log: Log;
  readonly #steps: Step[] = [];
  #running: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  get started(): boolean {
    return this.#running !== undefined;
  }

  add(name: string, stop: Step['stop']): void {
    this.#steps.push({ name, stop });
  }

  run(deadlineMs: number): Promise<void> {
    this.#running ??= this.#stopAll(deadlineMs);
    return this.#running;
  }

  async #stopAll(deadlineMs: number): Promise<void> {
    let current = '';
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`Shutdown exceeded its deadline at: ${current}`)),
      deadlineMs,
    );
    const all = (async () => {
      for (const step of this.#steps.toReversed()) {
        current = step.name;
        try {
          await step.stop();
        } catch (err) {
          this.#log.warn({ err, step: step.name }, 'shutdown step failed');
        }
      }
    })();
    try {
      await Promise.race([all, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
