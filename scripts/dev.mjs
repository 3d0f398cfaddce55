/** `npm run dev`: the server, restarted when its code changes, behind Vite with hot reload. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { join } = await import('node:path');
const { prepare } = await import('./lib/prepare.mjs');
const { bin, projectNode, root, toolEnvironment } = await import('./lib/project.mjs');
const { runInForeground } = await import('./lib/foreground.mjs');
const { freePort } = await import('./lib/free-port.mjs');

try {
  await prepare({ web: false });
  const port = process.env.PORT ?? String(await freePort(3000));
  const webPort = String(await freePort(5173));
  const serverUrl = `http://127.0.0.1:${port}`;
  // The browser talks to Vite, so its origin is the one that the server has to let in.
  const origins = [webPort, port].flatMap((at) => [`http://localhost:${at}`, `http://127.0.0.1:${at}`]);
  const env = toolEnvironment({
    PORT: port,
    WEB_ORIGINS: process.env.WEB_ORIGINS ?? origins.join(','),
    PARLEY_SERVER_URL: serverUrl,
  });
  const server = [`--env-file-if-exists=${join(root, '.env')}`, '--watch', '--watch-preserve-output'];
  process.exitCode = await runInForeground([
    { file: projectNode(), args: [...server, 'apps/server/src/main.ts'], options: { cwd: root, env } },
    {
      file: join(bin, 'vite'),
      args: ['--host', '127.0.0.1', '--port', webPort, '--strictPort', '--clearScreen', 'false'],
      options: { cwd: join(root, 'apps/web'), env },
    },
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
