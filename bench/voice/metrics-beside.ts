import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import { atMost } from './figures.ts';

/** As `bench/history` asks of the same at a million calls. */
const mostMs = 20;
const everyMs = 50;

/** How long the metrics take while conversations are held, read so often. */
export async function metricsBeside(
  part: string,
  port: number,
  calls: number,
  reads: number,
): Promise<Figure> {
  const latencies: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    await delay(everyMs);
    const from = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await answer.text();
    latencies.push(performance.now() - from);
    const active = [...text.matchAll(/^parley_calls_active\{[^}]*\} (\d+)$/gm)];
    const told = active.reduce((sum, [, value]) => sum + Number(value), 0);
    if (told !== calls) throw new Error(`The metrics told of ${told} calls, and ${calls} are up.`);
  }
  const p99 = percentile(latencies, 0.99);
  return {
    ...{ part, what: `metrics beside ${calls} conversations: p99`, value: p99, unit: 'ms', limit: mostMs },
    ...{ ratio: p99 / mostMs, ...atMost(1) },
    note: `p50 ${percentile(latencies, 0.5).toFixed(1)} ms`,
  };
}
