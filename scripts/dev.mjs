/** `npm run dev`: the server, restarted when its code changes, behind Vite with hot reload. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { join } = await import('node:path');
const { prepare } = await import('./lib/prepare.mjs');
const { root, serverCommand, toolOf } = await import('./lib/project.mjs');
const { runInForeground } = await import('./lib/foreground.mjs');
const { freePort } = await import('./lib/free-port.mjs');

try {
  await prepare({});
  const port = process.env.PORT ?? String(await freePort(3000));
  const webPort = String(await freePort(5173));
  const serverUrl = `http://127.0.0.1:${port}`;
  // The browser talks to Vite, so its origin is the one that the server has to let in.
  const origins = [webPort, port].flatMap((at) => [`http://localhost:${at}`, `http://127.0.0.1:${at}`]);
  const server = serverCommand('--watch', '--watch-preserve-output', 'apps/server/src/main.ts');
  const env = {
    ...server.options.env,
    PORT: port,
    WEB_ORIGINS: process.env.WEB_ORIGINS ?? origins.join(','),
    PARLEY_SERVER_URL: serverUrl,
  };
  console.log(`Open http://127.0.0.1:${webPort} once both are up; the server behind it is ${serverUrl}.`);
  process.exitCode = await runInForeground([
    { ...server, options: { ...server.options, env } },
    {
      file: toolOf('apps/web', 'vite'),
      args: ['--host', '127.0.0.1', '--port', webPort, '--strictPort', '--clearScreen', 'false'],
      options: { cwd: join(root, 'apps/web'), env },
    },
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
