import { join } from 'node:path';
import { expect } from 'vitest';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const entry = join(import.meta.dirname, 'attacked-server.ts');

/** A server that tells what it holds. */
export function startAttackedServer(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  return startServerProcess(settings, { entry });
}

/** How many bytes such a server holds after it has cleared up. */
export async function heldBy(server: ServerProcess): Promise<number> {
  const tells = () => [...server.output().matchAll(/held (\d+) bytes/g)];
  const before = tells().length;
  server.child.kill('SIGUSR2');
  await expect.poll(() => tells().length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before);
  return Number(tells().at(-1)?.[1]);
}
