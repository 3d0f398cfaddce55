import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pushMetrics } from '../adapters/otlp/push-metrics.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { readDeploymentFigures } from '../adapters/postgres/deployment-figures.ts';
import type { MetricsConfig } from '../config/metrics.ts';
import { openMetricsPort } from '../http/metrics-port.ts';
import type { MetricFamily } from '../lib/metrics/instruments.ts';
import { allFamilies } from '../lib/metrics/metrics.ts';
import { otlpMessage } from '../lib/metrics/otlp.ts';
import { prometheusText } from '../lib/metrics/prometheus-text.ts';
import { wallClock } from '../ports/clock.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { Log } from '../ports/log.ts';
import { figuresInTime } from './figures-in-time.ts';
import type { Shutdown } from './shutdown.ts';

/** What the server tells about itself, to whoever asks and to whom it is sent. */
export async function openMetrics(
  { port, push }: MetricsConfig,
  database: Database,
  log: Log,
  shutdown: Shutdown,
): Promise<{ readonly endpoints: Pick<Endpoints, 'readMetrics'> }> {
  const startedAt = new Date();
  const instance = randomUUID();
  const figures = figuresInTime(() => readDeploymentFigures(database), wallClock);
  const families = async (): Promise<MetricFamily[]> => {
    // Without the database the rest is told all the same: then it is wanted most.
    return allFamilies(await figures(), process.memoryUsage.rss());
  };
  const text = async () => prometheusText(await families());
  if (port !== null) {
    const server = await openMetricsPort(port, text);
    log.info({ port }, 'metrics are served at 127.0.0.1 without a key');
    shutdown.add('port of metrics', async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    });
  }
  if (push) {
    const message = async () => otlpMessage(await families(), instance, { startedAt, at: new Date() });
    const pushing = pushMetrics(push, { message, clock: wallClock, log });
    shutdown.add('sending of metrics', async () => pushing.stop());
  }
  return { endpoints: { readMetrics: text } };
}
