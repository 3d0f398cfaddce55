import type { Clock } from '../clock.ts';
import { frameMs } from './mulaw.ts';

/** Shorter timers are not precise; at high speed several frames are due at once instead. */
const shortestWaitMs = 4;
/** After a longer stop (a suspended laptop) the missed frames are skipped. */
const longestStopMs = 30_000;

interface Member {
  startedAt: number;
  done: number;
  onFrame: () => void;
}

/** One timer for all sound in the lab: every 20 lab milliseconds each member has one frame due. */
export class FrameTimer {
  readonly #clock: Clock;
  readonly #members = new Set<Member>();
  #cancel: (() => void) | null = null;
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#members.size;
  }

  join(onFrame: () => void): () => void {
    const member = { startedAt: this.#clock.now(), done: 0, onFrame };
    this.#members.add(member);
    if (!this.#cancel) {
      this.#nextAt = member.startedAt;
      this.#wait();
    }
    return () => {
      this.#members.delete(member);
      if (this.#members.size > 0) return;
      this.#cancel?.();
      this.#cancel = null;
    };
  }

  #wait(): void {
    const { speed } = this.#clock;
    const period = Math.max(frameMs / speed, shortestWaitMs);
    const now = this.#clock.now();
    // Due times lie on a fixed grid, so that delays of timers do not add up.
    this.#nextAt = Math.max(this.#nextAt + period, now);
    this.#cancel = this.#clock.after((this.#nextAt - now) * speed, () => this.#tick());
  }

  #tick(): void {
    const now = this.#clock.now();
    const msPerFrame = frameMs / this.#clock.speed;
    for (const member of [...this.#members]) {
      const due = Math.floor((now - member.startedAt) / msPerFrame);
      if ((due - member.done) * msPerFrame > longestStopMs) member.done = due - 1;
      for (; member.done < due && this.#members.has(member); member.done++) member.onFrame();
    }
    if (this.#members.size > 0) this.#wait();
    else this.#cancel = null;
  }
}
