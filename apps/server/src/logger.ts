import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';
import type { LogLevel } from './config/config.ts';

/** Nothing that opens a door may reach a log: not the bearer, not a cookie, not a signature. */
const secretPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-twilio-signature"]',
  'res.headers["set-cookie"]',
  '*.authToken',
  '*.password',
  '*.secret',
  '*.token',
];

/** One JSON line each for machines; short plain lines for a person at a terminal. */
export function createLogger(level: LogLevel, terminal = process.stdout.isTTY === true): Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: {
      err: errorForLog,
      // The query may carry what was typed; the path is enough to find the request.
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  };
  // Written at once, so that the last words before an exit are not lost and lines keep their order.
  return pino(options, terminal ? plainLines() : pino.destination({ fd: 1, sync: true }));
}

/**
 * What failed and where. Other fields of an error stay out: a failed query carries the row it was to write, a failed
 * request its headers.
 */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const chain: Error[] = [];
  for (let one: unknown = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one);
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: chain.map(messageOf).join(': '),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: chain.map((one) => `${one.name}: ${messageOf(one)}${framesOf(one)}`).join('\ncaused by: '),
  };
}

/**
 * A query is told with its values; what failed about it is told by the database, one error further down. A provider's
 * refusal may repeat whatever it was sent, keys too.
 */
function messageOf(error: Error): string {
  if ('params' in error && 'query' in error) return 'a query failed';
  if ('responseBody' in error || 'lastError' in error) return 'a provider refused a request';
  return error.message;
}

function framesOf({ stack = '', message }: Error): string {
  const place = stack.indexOf(message);
  return place < 0 ? '' : stack.slice(place + message.length);
}

function plainLines(): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = JSON.parse(chunk.toString()) as { level: number; msg: string; err?: { stack?: string } };
      const name = pino.levels.labels[line.level] ?? 'info';
      const mark = line.level >= 40 ? `${name}: ` : '';
      process.stdout.write(`${mark}${line.msg}\n${line.err?.stack ? `${line.err.stack}\n` : ''}`);
      done();
    },
  });
}
