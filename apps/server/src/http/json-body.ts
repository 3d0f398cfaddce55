import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** JSON in; an empty body with a JSON content type is what DELETE and `end` send, and that is normal. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string, refuseUnstorable));
    } catch (error) {
      done(
        error instanceof AppError ? error : new AppError('invalid_request', 'The request is not valid JSON.'),
      );
    }
  });
}

/** NUL and half characters are legal JSON, but no text that a database keeps or a person reads. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function refuseUnstorable(key: string, value: unknown): unknown {
  if (isStorable(key) && (typeof value !== 'string' || isStorable(value))) return value;
  throw unstorable();
}

export function unstorable(): AppError {
  return new AppError('invalid_request', 'The request holds characters that are not text.');
}
