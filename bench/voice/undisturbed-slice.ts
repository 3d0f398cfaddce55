import { readFileSync } from 'node:fs';
import { type Slice, slice } from '../quiet.ts';
import { cpuMs } from './processes.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** Processor time per second that other processes may use before a slice counts as disturbed, in milliseconds. */
const others = 100;
const tickMs = 10;

/**
 * A slice in which the host stole no time and other processes used hardly any. Two cores are just enough for a server and
 * its load.
 */
export async function undisturbedSlice<T>(
  server: ServerUnderTest,
  work: () => Promise<T>,
): Promise<Slice<T>> {
  const began = performance.now();
  const before = foreignMs(server);
  const { value, quiet } = await slice(work);
  const seconds = (performance.now() - began) / 1000;
  return { value, quiet: quiet && foreignMs(server) - before < others * seconds };
}

function foreignMs(server: ServerUnderTest): number {
  return busyMs() - server.cpuMs() - server.databaseCpuMs() - cpuMs(process.pid);
}

/** What all cores have computed since the machine started. */
function busyMs(): number {
  try {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields.map(Number);
    return (user + nice + system + irq + softirq) * tickMs;
  } catch {
    return 0;
  }
}
