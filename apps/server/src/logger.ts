import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';
import type { LogLevel } from './config/config.ts';

/** Credentials must not reach a log. */
const secretPaths = [
  'req.headers.*',
  'res.headers["set-cookie"]',
  '*.authToken',
  '*.password',
  '*.secret',
  '*.secretAccessKey',
  '*.token',
];

/** JSON lines; plain text at a terminal. */
export function createLogger(level: LogLevel, terminal = process.stdout.isTTY === true): Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: {
      err: errorForLog,
      // The query may carry what people typed; the path is enough to find the request.
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  };
  // Synchronous, so that the last lines before an exit are not lost.
  return pino(options, terminal ? plainLines() : pino.destination({ fd: 1, sync: true }));
}

/**
 * Name, messages and stack of an error and its causes. Other fields stay out: a failed query carries the row it was to
 * write, a failed request its headers.
 */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const chain: Error[] = [];
  for (let next: unknown = error; next instanceof Error && chain.length < 5; next = next.cause)
    chain.push(next);
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: chain.map(messageOf).join(': '),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: chain.map((one) => `${one.name}: ${messageOf(one)}${framesOf(one)}`).join('\ncaused by: '),
  };
}

/**
 * The message of a failed query holds its values; its cause says what failed. A provider's error may repeat what it was
 * sent, keys included.
 */
function messageOf(error: Error): string {
  if ('params' in error && 'query' in error) return 'query failed';
  if ('responseBody' in error || 'lastError' in error) return 'provider refused a request';
  return error.message;
}

function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
}

function plainLines(): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = JSON.parse(chunk.toString()) as { level: number; msg: string; err?: { stack?: string } };
      const name = pino.levels.labels[line.level] ?? 'info';
      const prefix = line.level >= 40 ? `${name}: ` : '';
      process.stdout.write(`${prefix}${line.msg}\n${line.err?.stack ? `${line.err.stack}\n` : ''}`);
      done();
    },
  });
}
