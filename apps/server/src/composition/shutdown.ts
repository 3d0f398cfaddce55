import type { Log } from '../ports/log.ts';

interface Step {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
}

/**
 * What was started stops in the opposite order, each step once, all of them before one deadline.
 * A step that fails is told and does not keep the next from stopping.
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
    const timer = setTimeout(() => reject(new Error(`Stopping took too long at: ${current}`)), deadlineMs);
    const all = (async () => {
      for (const step of this.#steps.toReversed()) {
        current = step.name;
        try {
          await step.stop();
        } catch (err) {
          this.#log.error({ err, step: step.name }, 'a part did not stop cleanly');
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
