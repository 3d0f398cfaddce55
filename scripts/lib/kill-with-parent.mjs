/**
 * Runs a command that must not outlive its parent: `node kill-with-parent.mjs PROGRAM ARGUMENTS`, with an IPC channel to
 * the parent. A polite signal is not enough: npm then takes minutes to undo its work, and with it the next start's
 * installation.
 */
import { spawn } from 'node:child_process';

const [file, ...args] = process.argv.slice(2);
const child = spawn(file, args, { stdio: 'inherit', detached: true });

function kill() {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, kill);
process.on('disconnect', kill);
child.on('error', (error) => {
  console.error(String(error));
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
