import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';

const module = new URL('../scripts/lib/quiet-command.mjs', import.meta.url).href;

/** A process that runs a program with `runQuietly`. */
function script(program: string) {
  const source = `
    import { runQuietly } from ${JSON.stringify(module)};
    await runQuietly('Working', process.execPath, ['-e', ${JSON.stringify(program)}], {}).catch((error) => {
      console.error(error.message);
      process.exitCode = 9;
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return { child, said, closed: once(child, 'close') };
}

test('a command that succeeds prints one line; one that fails prints its output', async () => {
  const good = script("console.log('noise')");
  expect(await good.closed).toEqual([0, null]);
  expect(good.said).toEqual({ out: 'Working\n', err: '' });

  const bad = script("console.log('the reason'); process.exit(4)");
  expect(await bad.closed).toEqual([9, null]);
  expect(bad.said.err).toBe('the reason\nWorking failed; its output is above.\n');
});

test.each(['SIGTERM', 'SIGKILL'] as const)('%s ends the command too', async (signal) => {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // Ignores SIGTERM and SIGINT, as npm does while it undoes an installation.
  const stubborn = `
    process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});
    require('node:net').connect(${port}, '127.0.0.1');
  `;
  const running = script(stubborn);
  const [socket] = await once(listener, 'connection');
  // The connection closes only when the command's process ends.
  const gone = once(socket, 'close');
  socket.on('error', () => {}).resume();
  running.child.kill(signal);
  const [[code, killedBy]] = await Promise.all([running.closed, gone]);
  expect(code ?? killedBy).toBe(signal === 'SIGTERM' ? 143 : 'SIGKILL');
  listener.close();
});
