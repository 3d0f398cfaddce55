import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../ports/log.ts';

export interface PhoneLabOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly speed: number;
  readonly cps: number;
  readonly voice: 'spoken' | 'tones';
  readonly log: Log;
}

/** What the lab reports once it listens. */
export interface LabAccount {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly phoneNumbers: readonly string[];
}

export interface PhoneLab extends LabAccount {
  stop(): Promise<void>;
}

const startTimeoutMs = 30_000;
const stopTimeoutMs = 5_000;
const firstWaitMs = 500;
const longestWaitMs = 10_000;

/** Runs the sandbox carrier as a child process, and restarts it when it dies. */
export async function startPhoneLab(options: PhoneLabOptions): Promise<PhoneLab> {
  const { log } = options;
  let running = await launch(options);
  let stopping = false;
  let recovery: Promise<void> = Promise.resolve();
  const wake = new AbortController();
  // The same port again: its URL must not change.
  const again = { ...options, port: Number(new URL(running.account.url).port) };

  const watch = () => {
    running.child.once('exit', () => {
      if (!stopping) recovery = recover();
    });
  };
  const recover = async () => {
    log.warn({}, 'phone-lab (sandbox carrier) exited; restarting it');
    for (let wait = firstWaitMs; !stopping; wait = Math.min(wait * 2, longestWaitMs)) {
      await delay(wait, undefined, { signal: wake.signal, ref: false }).catch(() => {});
      if (stopping) return;
      try {
        running = await launch(again);
        watch();
        log.info({}, 'phone-lab (sandbox carrier) restarted');
        return;
      } catch (err) {
        log.warn({ err }, 'phone-lab (sandbox carrier) failed to start; trying again');
      }
    }
  };
  watch();

  return {
    ...running.account,
    async stop() {
      stopping = true;
      wake.abort();
      await recovery;
      await end(running.child);
    },
  };
}

async function launch(options: PhoneLabOptions): Promise<{ child: ChildProcess; account: LabAccount }> {
  const { port, dataDir, speed, cps, voice, log } = options;
  const flags = { port, 'data-dir': dataDir, speed, cps, voice };
  const child = fork(
    fileURLToPath(new URL('../bin/phone-lab.mjs', import.meta.resolve('@parley/phone-lab'))),
    Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]),
    // A process group of its own: Ctrl-C in the terminal reaches only the server, which stops it in order.
    { detached: true, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const errorLines: string[] = [];
  readLines(child.stdout, (line) => log.debug({ line }, 'phone-lab (sandbox carrier)'));
  readLines(child.stderr, (line) => {
    errorLines.push(line);
    log.debug({ line }, 'phone-lab (sandbox carrier)');
  });
  const account = await ready(child, errorLines);
  return { child, account };
}

async function ready(child: ChildProcess, complaints: readonly string[]): Promise<LabAccount> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const died = once(child, 'exit', { signal }).then(() => {
    throw new Error(`The sandbox carrier did not start. ${complaints.join(' ')}`.trim());
  });
  const late = delay(startTimeoutMs, undefined, { signal, ref: false }).then(() => {
    child.kill('SIGKILL');
    throw new Error(`The sandbox carrier was not ready within ${startTimeoutMs / 1000} seconds.`);
  });
  const told = readAccount(child, signal);
  try {
    const { url, accountSid, authToken, phoneNumbers } = await Promise.race([told, died, late]);
    return { url, accountSid, authToken, phoneNumbers };
  } finally {
    for (const race of [died, late, told]) race.catch(() => {});
    waiting.abort();
  }
}

/** Under `node --watch` the child also sends messages about the files it loads. */
async function readAccount(child: ChildProcess, signal: AbortSignal): Promise<LabAccount> {
  for await (const [message] of on(child, 'message', { signal })) {
    if (typeof message?.url === 'string') return message;
  }
  throw new Error('The sandbox carrier sent no account.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs).unref();
  await exited;
  clearTimeout(force);
}

function readLines(stream: Readable | null, each: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', each);
}
