import type { MetricsPush } from '../../config/metrics.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** For composing the message and sending it. */
const timeoutMs = 10_000;
/** How often it is logged that nothing can be sent. */
const logAgainMs = 3_600_000;

interface PushDeps {
  readonly message: () => Promise<object>;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch?: typeof globalThis.fetch;
}

/** Sends the metrics from time to time, one message at a time. One that fails is not kept: the next has the totals too. */
export function pushMetrics(
  { url, headers, everyMs }: MetricsPush,
  { message, clock, log, fetch = globalThis.fetch }: PushDeps,
): { stop(): void } {
  let cancel = () => {};
  let stopped = false;
  let loggedAt: number | null = null;
  const send = async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = JSON.stringify(await Promise.race([message(), rejectedBy(signal)]));
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The receiver answered with ${answer.status}.`);
  };
  const wait = () => {
    if (!stopped) cancel = clock.after(everyMs, () => void round());
  };
  const round = async () => {
    try {
      await send();
      loggedAt = null;
    } catch (err) {
      const now = clock.time();
      if (!stopped && (loggedAt === null || now - loggedAt >= logAgainMs)) {
        loggedAt = now;
        log.warn(
          { err },
          'metrics could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; will be retried, and logged once an hour',
        );
      }
    }
    wait();
  };
  wait();
  return {
    stop: () => {
      stopped = true;
      cancel();
    },
  };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
