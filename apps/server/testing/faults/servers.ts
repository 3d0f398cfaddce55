import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServerDidNotStart, type ServerProcess, startServerProcess } from '../server-process.ts';
import type { KillAtPoint } from './plan.ts';

const entry = join(import.meta.dirname, '../killable-server.ts');

export interface Kill {
  readonly at: number;
  /** A named point, or any moment. */
  readonly where: string;
}

interface Running {
  readonly server: ServerProcess;
  readonly gone: Promise<void>;
}

const mostTries = 30;

/** The one server of a run, which dies again and again, and whoever starts it anew. */
export class Servers {
  readonly kills: Kill[] = [];
  readonly crashes: string[] = [];
  readonly #settings: NodeJS.ProcessEnv;
  #running: Running | null = null;

  constructor(settings: NodeJS.ProcessEnv) {
    this.#settings = settings;
  }

  /** Starts it, if need be several times: its database may be away. One that meets its doom while it starts is gone. */
  async start(doom: KillAtPoint | null): Promise<void> {
    const settings = {
      ...this.#settings,
      ...(doom && { STOP_AT: doom.point, STOP_TIME: String(doom.time) }),
    };
    for (let tries = 1; ; tries += 1) {
      try {
        const server = await startServerProcess(settings, { entry });
        this.#running = { server, gone: this.#watch(server, doom) };
        return;
      } catch (error) {
        if (!(error instanceof ServerDidNotStart)) throw error;
        if (doom && error.signal === 'SIGKILL') return void this.#note(doom.point);
        if (tries === mostTries) throw error;
        await delay(100);
      }
    }
  }

  /** Resolves when the server is gone, or after so long, and says whether it is. */
  async untilGone(ms: number): Promise<boolean> {
    const patience = new AbortController();
    const late = delay(Math.max(0, ms), undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([this.#running?.gone, late]);
    patience.abort();
    return this.#running === null;
  }

  /** Kills it at this moment, if it still lives. */
  async kill(where: string): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = null;
    this.#note(where);
    running.server.child.kill('SIGKILL');
    await running.gone;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.server.end();
  }

  async #watch(server: ServerProcess, doom: KillAtPoint | null): Promise<void> {
    const { child } = server;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    // Whoever kills it lets go of it first.
    if (this.#running?.server !== server) return;
    this.#running = null;
    if (doom && child.signalCode === 'SIGKILL') this.#note(doom.point);
    else this.crashes.push(`${child.exitCode ?? child.signalCode}: ${server.output().slice(-3_000)}`);
  }

  #note(where: string): void {
    this.kills.push({ at: Date.now(), where });
  }
}
