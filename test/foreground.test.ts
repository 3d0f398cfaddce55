import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const fixture = fileURLToPath(new URL('fixtures/foreground.mjs', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A program that prints `ready`, then every signal it gets, and exits with code 7 at the second one. */
const listener = `
  let seen = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {
    console.log(signal);
    if (++seen === 2) process.exit(7);
  });
  process.on('disconnect', () => { console.log('orphan ' + process.pid); process.exit(); });
  console.log('ready ' + process.pid);
`;

function runInForeground(source: string) {
  const child = spawn(process.execPath, [fixture, source], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let output = '';
  const waiting = new Map<string, () => void>();
  child.stdout.on('data', (chunk) => {
    output += chunk;
    for (const [word, resolve] of waiting) if (output.includes(word)) resolve();
  });
  const untilPrinted = (word: string) =>
    new Promise<void>((resolve) => {
      if (output.includes(word)) resolve();
      else waiting.set(word, resolve);
    });
  return { child, untilPrinted, printed: () => output };
}

test('the exit code is passed on', async () => {
  const { child } = runInForeground('process.exit(3)');
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('a signal reaches the program once, though the terminal and npm both send it', async () => {
  const { child, untilPrinted, printed } = runInForeground(listener);
  await untilPrinted('ready');
  child.kill('SIGINT');
  await untilPrinted('SIGINT');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
  expect(printed().match(/SIG\w+/g)).toEqual(['SIGINT', 'SIGTERM']);
});

test('killing the script closes the channel to the program', async () => {
  const { child, untilPrinted } = runInForeground(listener);
  await untilPrinted('ready');
  child.kill('SIGKILL');
  await untilPrinted('orphan');
});
