export interface Wakeable {
  id: string | null;
  /** It runs a job; woken now, it looks for another as soon as that is done. */
  busy: boolean;
}

/** Chooses which workers of this server look for a job that was sent. */
export class WorkerWaker {
  readonly #wake: (workerId: string) => void;
  readonly #workers = new Map<string, Wakeable[]>();

  constructor(wake: (workerId: string) => void) {
    this.#wake = wake;
  }

  add(queue: string, worker: Wakeable): void {
    this.#workers.set(queue, [...(this.#workers.get(queue) ?? []), worker]);
  }

  /** Each time another of those that are idle: jobs that are sent together are not left to one. */
  wakeOne(queue: string): void {
    const workers = this.#workers.get(queue) ?? [];
    const idle = workers.find(({ busy }) => !busy);
    if (!idle) {
      for (const worker of workers) this.#notify(worker);
      return;
    }
    this.#workers.set(queue, [...workers.filter((worker) => worker !== idle), idle]);
    this.#notify(idle);
  }

  wakeAll(): void {
    for (const workers of this.#workers.values()) for (const worker of workers) this.#notify(worker);
  }

  #notify({ id }: Wakeable): void {
    if (id !== null) this.#wake(id);
  }
}
