import { nextRun } from '../lib/cron.ts';
import type { Clock } from '../ports/clock.ts';
import type { CronRule, JobScheduler, ScheduleStore } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';

/** A job is sent at most this much after its time, while a server runs. */
const pollMs = 5_000;

const next = ({ cron, zone }: CronRule, after: Date) => nextRun(cron, zone, after);

export interface SchedulerDeps {
  readonly store: ScheduleStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps schedules and, once started, sends what is due. Every server runs one; the store lets one of them send each job. */
export class Scheduler implements JobScheduler {
  readonly #deps: SchedulerDeps;
  #cancel: () => void = () => {};
  #round: Promise<void> = Promise.resolve();
  #stopped = false;
  #failing = false;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
  }

  repeat: JobScheduler['repeat'] = async (job, rule, within) => {
    const nextAt = next(rule, this.#deps.clock.now());
    if (!nextAt) throw new Error(`"${rule.cron}" names no time that exists.`);
    await this.#deps.store.put(job, rule, nextAt, within);
  };

  once: JobScheduler['once'] = (job, at, within) => this.#deps.store.put(job, null, at, within);

  cancel: JobScheduler['cancel'] = (name, within) => this.#deps.store.remove(name, within);

  start(): void {
    if (this.#stopped) return;
    this.#round = this.sendDue().finally(() => {
      if (!this.#stopped) this.#cancel = this.#deps.clock.after(pollMs, () => this.start());
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#round;
  }

  /** One schedule at a time, so that one that cannot be sent holds up no other. */
  async sendDue(): Promise<void> {
    const { store, clock, log } = this.#deps;
    const failed: number[] = [];
    try {
      while (!this.#stopped) {
        const taken = await store.takeDue(clock.now(), failed, next);
        if (!taken) break;
        const { id, error: err, ...schedule } = taken;
        if (err === undefined) continue;
        failed.push(id);
        log.error({ err, ...schedule }, 'scheduled job could not be sent; will be retried');
      }
      this.#failing = false;
    } catch (err) {
      if (!this.#failing) log.warn({ err }, 'schedules could not be read; they are read again at intervals');
      this.#failing = true;
    }
  }
}
