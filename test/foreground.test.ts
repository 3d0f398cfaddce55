import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const fixture = fileURLToPath(new URL('fixtures/foreground.mjs', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A program that says `ready`, then every signal it gets, and leaves with code 7 at the second one. */
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
  let said = '';
  const waiting = new Map<string, () => void>();
  child.stdout.on('data', (chunk) => {
    said += chunk;
    for (const [word, resolve] of waiting) if (said.includes(word)) resolve();
  });
  const hear = (word: string) =>
    new Promise<void>((resolve) => {
      if (said.includes(word)) resolve();
      else waiting.set(word, resolve);
    });
  return { child, hear, heard: () => said };
}

test('the exit code comes through', async () => {
  const { child } = runInForeground('process.exit(3)');
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('a signal reaches the program once, though the terminal and npm both send it', async () => {
  const { child, hear, heard } = runInForeground(listener);
  await hear('ready');
  child.kill('SIGINT');
  await hear('SIGINT');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
  expect(heard().match(/SIG\w+/g)).toEqual(['SIGINT', 'SIGTERM']);
});

test('killing the script tells the program through its channel', async () => {
  const { child, hear } = runInForeground(listener);
  await hear('ready');
  child.kill('SIGKILL');
  await hear('orphan');
});
