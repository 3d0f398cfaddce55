import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const mainFile = join(import.meta.dirname, '../dist/main.js');

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends a signal and waits for the exit; the exit code, or null when the signal ended the process. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export class ServerDidNotStart extends Error {
  override readonly name = 'ServerDidNotStart';
  readonly output: string;
  /** The signal that ended it, if one did. */
  readonly signal: NodeJS.Signals | null;
  constructor(output: string, signal: NodeJS.Signals | null) {
    super(`The server did not start:\n${output}`);
    this.output = output;
    this.signal = signal;
  }
}

/** What a server needs of the machine, and Node's compile cache; none of the test's own settings. */
export function machineEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}

export interface ServerProcessOptions {
  readonly entry?: string;
  /** How many files and sockets it may have open; without it, as many as this process. */
  readonly openFiles?: number;
}

/** The real server as a process of its own, on a free port unless told otherwise. */
export async function startServerProcess(
  variables: NodeJS.ProcessEnv,
  { entry = mainFile, openFiles }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const node = [process.execPath, entry];
  const [command = '', ...args] =
    openFiles === undefined ? node : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...node];
  const child = spawn(command, args, {
    env: { ...machineEnvironment(), PORT: '0', PHONE_LAB_PORT: '0', PHONE_LAB_VOICE: 'tones', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const url = /Parley is ready at (\S+)/.exec(output)?.[1];
    if (url !== undefined) resolve(url);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  // All output has been read only when the pipes are closed.
  child.once('close', (_code, signal) => reject(new ServerDidNotStart(output, signal)));

  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await exited)[0];
  };
  return {
    url: await ready,
    child,
    output: () => output,
    end,
    [Symbol.asyncDispose]: async () => {
      await end();
    },
  };
}
