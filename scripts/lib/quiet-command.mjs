import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Runs a command behind one line of text; what it printed is shown only if it fails. */
export async function runQuietly(title, file, args, options) {
  const started = Date.now();
  const live = process.stdout.isTTY === true;
  process.stdout.write(live ? `${title} ` : `${title}\n`);
  const dots = live ? setInterval(() => process.stdout.write('.'), 2_000) : undefined;
  const { code, output } = await run(file, args, options);
  clearInterval(dots);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    if (live) process.stdout.write(` ${seconds} s\n`);
    return;
  }
  if (live) process.stdout.write('\n');
  process.stderr.write(`${output.trimEnd()}\n`);
  throw new Error(`This did not work: ${title}`);
}

function run(file, args, options) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const release = stopWith(child);
    child.on('error', (error) => resolve({ code: null, output: String(error) }));
    child.on('close', (code) => {
      release();
      resolve({ code, output });
    });
  });
}

/** Whoever stops this process means its command as well. */
function stopWith(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      child.kill(signal);
      process.exit(128 + constants.signals[signal]);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const release of handlers) release();
  };
}
