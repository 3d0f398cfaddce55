import type { Environment } from './environment.ts';

export interface MetricsConfig {
  /** Where they are told without a key, at loopback only; null: nowhere. */
  readonly port: number | null;
  /** Where they are sent to; null: nowhere. */
  readonly push: MetricsPush | null;
}

export interface MetricsPush {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly everyMs: number;
}

/** The names of the settings are those that OpenTelemetry gives to every program. */
export function readMetrics(env: Environment): MetricsConfig {
  const port = env.integer('METRICS_PORT', 0, [1, 65_535]);
  const endpoint = readEndpoint(env);
  const headers = readHeaders(env);
  const everyMs = env.integer('OTEL_METRIC_EXPORT_INTERVAL', 60_000, [1_000, 3_600_000]);
  return {
    port: port === 0 ? null : port,
    push: endpoint === null ? null : { url: `${endpoint}/v1/metrics`, headers, everyMs },
  };
}

/** The value is not in the fault, and no name or password in the value: an error of a request has the address in it. */
function readEndpoint(env: Environment): string | null {
  const value = env.text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (value === null) return null;
  const url = URL.parse(value);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isWeb && url.username === '' && url.password === '') return value.replace(/\/+$/, '');
  env.fault(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https:// and has no user name or password in it; secrets belong in OTEL_EXPORTER_OTLP_HEADERS.',
  );
  return null;
}

function readHeaders(env: Environment): Record<string, string> {
  const text = env.secret('OTEL_EXPORTER_OTLP_HEADERS');
  const pairs = (text ?? '').split(',').map((pair) => pair.trim());
  const headers = pairs.filter(Boolean).map((pair) => /^([\w-]+)=([\x21-\x7e][\x20-\x7e]*)$/.exec(pair));
  if (headers.includes(null))
    env.fault('OTEL_EXPORTER_OTLP_HEADERS lists headers as name=value, separated by commas.');
  const decoded = headers.flatMap((found) => (found ? [[found[1], decode(found[2] ?? '')] as const] : []));
  // Such a value cannot be sent, and the error of the attempt would have it in its text.
  if (decoded.some(([, value]) => !/^[\x20-\x7e]+$/.test(value)))
    env.fault(
      'OTEL_EXPORTER_OTLP_HEADERS has a value that contains other than printable ASCII characters once %xx is decoded.',
    );
  return Object.fromEntries(decoded);
}

/** Values may be written as in an address: `Bearer%20…`. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
