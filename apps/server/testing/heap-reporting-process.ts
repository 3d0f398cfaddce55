import { join } from 'node:path';
import { expect } from 'vitest';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const entry = join(import.meta.dirname, '../dist/heap-reporting-server.js');

/** A server that reports the size of its heap on request. */
export function startHeapReportingServer(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  return startServerProcess(settings, { entry });
}

/** The used heap of such a server after a garbage collection, in bytes. */
export async function heapBytesOf(server: ServerProcess): Promise<number> {
  const reports = () => [...server.output().matchAll(/heap (\d+) bytes/g)];
  const before = reports().length;
  server.child.kill('SIGUSR2');
  await expect.poll(() => reports().length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before);
  return Number(reports().at(-1)?.[1]);
}
