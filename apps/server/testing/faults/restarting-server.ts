import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServerDidNotStart, type ServerProcess, startServerProcess } from '../server-process.ts';
import type { KillAtPoint } from './plan.ts';

const entry = join(import.meta.dirname, '../../dist/killable-server.js');

export interface Kill {
  readonly at: number;
  /** A named kill point, or any time. */
  readonly where: string;
}

interface Running {
  readonly server: ServerProcess;
  readonly exited: Promise<void>;
}

const mostTries = 30;

/** The one server of a run, which is killed and started again and again. */
export class RestartingServer {
  readonly kills: Kill[] = [];
  readonly crashes: string[] = [];
  readonly #settings: NodeJS.ProcessEnv;
  #running: Running | null = null;

  constructor(settings: NodeJS.ProcessEnv) {
    this.#settings = settings;
  }

  /** Starts it, repeating while its database is unavailable. One that reaches its kill point while it starts is not running. */
  async start(killAt: KillAtPoint | null): Promise<void> {
    const settings = {
      ...this.#settings,
      ...(killAt && { KILL_AT: killAt.point, KILL_AT_NTH: String(killAt.nth) }),
    };
    for (let tries = 1; ; tries += 1) {
      try {
        const server = await startServerProcess(settings, { entry });
        this.#running = { server, exited: this.#watch(server, killAt) };
        return;
      } catch (error) {
        if (!(error instanceof ServerDidNotStart)) throw error;
        if (killAt && error.signal === 'SIGKILL') return void this.#recordKill(killAt.point);
        if (tries === mostTries) throw error;
        await delay(100);
      }
    }
  }

  /** Waits for the server to exit, at most so long; whether it has. */
  async exitedWithin(ms: number): Promise<boolean> {
    const timeout = new AbortController();
    const late = delay(Math.max(0, ms), undefined, { signal: timeout.signal }).catch(() => {});
    await Promise.race([this.#running?.exited, late]);
    timeout.abort();
    return this.#running === null;
  }

  /** Kills it now, if it is running. */
  async kill(where: string): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = null;
    this.#recordKill(where);
    running.server.child.kill('SIGKILL');
    await running.exited;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.server.end();
  }

  async #watch(server: ServerProcess, killAt: KillAtPoint | null): Promise<void> {
    const { child } = server;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    // `kill` and `stop` clear the field first.
    if (this.#running?.server !== server) return;
    this.#running = null;
    if (killAt && child.signalCode === 'SIGKILL') this.#recordKill(killAt.point);
    else this.crashes.push(`${child.exitCode ?? child.signalCode}: ${server.output().slice(-3_000)}`);
  }

  #recordKill(where: string): void {
    this.kills.push({ at: Date.now(), where });
  }
}
