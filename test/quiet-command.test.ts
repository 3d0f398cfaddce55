import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';

const module = new URL('../scripts/lib/quiet-command.mjs', import.meta.url).href;

/** A script that runs a program quietly. */
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

test('a command that works is one line; one that fails is shown', async () => {
  const good = script("console.log('noise')");
  expect(await good.closed).toEqual([0, null]);
  expect(good.said).toEqual({ out: 'Working\n', err: '' });

  const bad = script("console.log('the reason'); process.exit(4)");
  expect(await bad.closed).toEqual([9, null]);
  expect(bad.said.err).toBe('the reason\nThis did not work: Working\n');
});

test.each(['SIGTERM', 'SIGKILL'] as const)('%s takes the command along', async (signal) => {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // Deaf to polite signals, as npm is while it undoes an installation.
  const stubborn = `
    process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});
    require('node:net').connect(${port}, '127.0.0.1');
  `;
  const running = script(stubborn);
  const [socket] = await once(listener, 'connection');
  // The command never lets go of its connection: it ends with the process.
  const gone = once(socket, 'close');
  socket.on('error', () => {}).resume();
  running.child.kill(signal);
  const [[code, killedBy]] = await Promise.all([running.closed, gone]);
  expect(code ?? killedBy).toBe(signal === 'SIGTERM' ? 143 : 'SIGKILL');
  listener.close();
});
