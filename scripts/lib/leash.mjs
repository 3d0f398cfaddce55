/**
 * Runs a command that must not outlive whoever asked for it: `node leash.mjs PROGRAM ARGUMENTS`, with a channel to the
 * parent. npm, told to stop, takes minutes to undo its work, and what it undoes is the next start's installation.
 */
import { spawn } from 'node:child_process';

const [file, ...args] = process.argv.slice(2);
const child = spawn(file, args, { stdio: 'inherit', detached: true });

function cut() {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, cut);
process.on('disconnect', cut);
child.on('error', (error) => {
  console.error(String(error));
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
