import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('MT5 MT6: metrics are told at a port and sent to an address only where these are set', () => {
  expect(readConfig({}).metrics).toEqual({ port: null, push: null });
  const settings = {
    METRICS_PORT: '9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc, x-team=desk',
    OTEL_METRIC_EXPORT_INTERVAL: '15000',
  };
  expect(readConfig(settings).metrics).toEqual({
    port: 9464,
    push: {
      url: 'https://otlp.example.com/v1/metrics',
      headers: { Authorization: 'Bearer abc', 'x-team': 'desk' },
      everyMs: 15_000,
    },
  });
});

test.each([
  [{ METRICS_PORT: '0' }, 'METRICS_PORT'],
  [{ METRICS_PORT: 'any' }, 'METRICS_PORT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'no value' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_METRIC_EXPORT_INTERVAL: '10' }, 'OTEL_METRIC_EXPORT_INTERVAL'],
])('MT5: %o is refused', (settings, name) => {
  expect(() => readConfig(settings)).toThrow(name);
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://desk:hidden@otlp.example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://hidden@otlp.example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://:hidden@otlp.example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'desk:hidden@otlp.example.com'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=hidden%0A'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-team=desk,x-key=hidden%E2%82%AC'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=hidden%7F'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=hidden%00'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hidden'],
])('MT6: %s=%s is refused, without the secret in the sentence', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(name);
  expect(read).not.toThrow('hidden');
});
