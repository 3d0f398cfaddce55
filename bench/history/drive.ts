import type { HttpConnection } from '../desk/http-connection.ts';
import { cpuSeconds } from '../desk/process-figures.ts';

/** The result of one slice of load. */
export interface Run {
  readonly latencies: readonly number[];
  readonly seconds: number;
  /** Processor seconds of the server's own process. */
  readonly cpu: number;
}

export interface Load {
  readonly connections: readonly HttpConnection[];
  readonly pid: number;
  /** The next request, whole; null when there is no more to ask. */
  readonly next: () => string | null;
  readonly ms: number;
}

/** Every connection sends its next request as soon as it has its answer, until the time is up. */
export async function drive({ connections, pid, next, ms }: Load): Promise<Run> {
  const latencies: number[] = [];
  const cpuBefore = cpuSeconds(pid);
  const started = performance.now();
  const deadline = started + ms;
  const ask = async (line: HttpConnection) => {
    for (let now = performance.now(); now < deadline; now = performance.now()) {
      const request = next();
      if (request === null) return;
      const { status, body } = await line.send(request);
      if (status !== 200) throw new Error(`Answered ${status}: ${body.toString('utf8', 0, 300)}`);
      latencies.push(performance.now() - now);
    }
  };
  await Promise.all(connections.map(ask));
  const seconds = (performance.now() - started) / 1000;
  return { latencies, seconds, cpu: cpuSeconds(pid) - cpuBefore };
}
