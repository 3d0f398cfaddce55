import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';
import type { LogLevel } from './config.ts';

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
      err: pino.stdSerializers.err,
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
