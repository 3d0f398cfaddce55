import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { parseStorableJson, UnstorableText, unstorableSentence } from '../lib/storable-text.ts';

/** Parses JSON bodies. DELETE and `end` send a JSON content type with an empty body, which is no error. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, parseStorableJson(body as string));
    } catch (error) {
      done(
        error instanceof UnstorableText
          ? unstorable()
          : new AppError('invalid_request', 'The request is not valid JSON.'),
      );
    }
  });
}

export function unstorable(): AppError {
  return new AppError('invalid_request', unstorableSentence);
}
