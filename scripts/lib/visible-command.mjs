import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Runs a command with its output on the screen; stopping this process stops the command first. */
export function runVisibly(file, args, options) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    let stoppedBy;
    const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [
      signal,
      () => {
        stoppedBy = signal;
        child.kill(signal);
      },
    ]);
    for (const [signal, handler] of handlers) process.on(signal, handler);
    const end = (code) => {
      // A stopped step stops the whole run.
      if (stoppedBy !== undefined) process.exit(128 + constants.signals[stoppedBy]);
      for (const [signal, handler] of handlers) process.off(signal, handler);
      resolve({ code, seconds: (Date.now() - started) / 1000 });
    };
    child.on('error', () => end(1));
    child.on('exit', (code) => end(code ?? 1));
  });
}
