import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** One Ctrl-C arrives twice, from the terminal and through npm; a second press comes later than this. */
const SAME_PRESS_MS = 400;
const PARENT_CHECK_MS = 1_000;

/**
 * Runs commands in process groups of their own, so that signals reach them once, through this process; when one ends,
 * the others get SIGTERM. Their IPC channel closes when this process is killed. Resolves with the exit code of the first
 * to end.
 */
export function runInForeground(commands, { samePressMs = SAME_PRESS_MS } = {}) {
  const children = commands.map(({ file, args, options }) =>
    spawn(file, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true }),
  );
  const forward = (signal) => {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  const lastSeen = new Map();
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      const now = Date.now();
      const repeated = now - (lastSeen.get(signal) ?? 0) < samePressMs;
      lastSeen.set(signal, now);
      if (!repeated) forward(signal);
    });
  }
  watchParent(() => forward('SIGTERM'));

  return new Promise((resolve, reject) => {
    let first;
    let running = children.length;
    for (const child of children) {
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        first ??= code ?? 128 + (constants.signals[signal] ?? 0);
        running -= 1;
        if (running === 0) resolve(first);
        else forward('SIGTERM');
      });
    }
  });
}

/** Under npm another parent means that npm was killed; without npm, the shell may exit first. */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_CHECK_MS).unref();
}
