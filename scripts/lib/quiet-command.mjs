import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('kill-with-parent.mjs', import.meta.url));

/** Runs a command and prints one line; its output is shown only if it fails. The command ends with this process. */
export async function runQuietly(title, file, args, options) {
  const started = Date.now();
  const live = process.stdout.isTTY === true;
  process.stdout.write(live ? `${title} ` : `${title}\n`);
  const dots = live ? setInterval(() => process.stdout.write('.'), 2_000) : undefined;
  const { code, output } = await run(file, args, options);
  clearInterval(dots);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (live) process.stdout.write(code === 0 ? ` ${seconds} s\n` : '\n');
  if (code === 0) return;
  process.stderr.write(`${output.trimEnd()}\n`);
  throw new Error(`${title} failed; its output is above.`);
}

function run(file, args, options) {
  return new Promise((resolve) => {
    let output = '';
    let stoppedBy;
    const child = spawn(process.execPath, [runner, file, ...args], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const stop = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const end = (code) => {
      if (stoppedBy !== undefined) process.exit(128 + constants.signals[stoppedBy]);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += String(error);
      end(null);
    });
    child.on('close', end);
  });
}
