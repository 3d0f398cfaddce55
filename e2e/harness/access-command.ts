import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './project.ts';
import type { RunningServer } from './server.ts';

/** Runs `npm run access -- …` on the data of the server, as an administrator does. */
export async function access(server: RunningServer, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'access', '--', ...args], {
    cwd: root,
    env: server.env,
  });
  return stdout;
}
