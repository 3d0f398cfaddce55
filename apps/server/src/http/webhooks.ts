import { limits } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { CarrierDirectory, WebhookHandler } from '../ports/carrier-connection.ts';

/** Accepts the webhooks of the connected carriers. A request that none of them has signed for its URL is refused. */
export function serveWebhooks(
  app: FastifyInstance,
  directory: Pick<CarrierDirectory, 'webhook'>,
  handle: WebhookHandler,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The carrier's adapter reads it, whatever its content type is.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: limits.bodyBytesMax },
      (_request, body, done) => done(null, body),
    );
    scope.post('/webhooks/*', async (request, reply) => {
      const { url = '', headers } = request.raw;
      const path = pathOf(url);
      const candidates = await directory.webhook(path);
      if (candidates === null) return reply.callNotFound();
      const webhook = { url, headers, body: String(request.body ?? '') };
      const found =
        (await firstOf(candidates, (one) => handle(one, path, webhook, request.log))) ??
        // Perhaps signed with a token that another server knows already.
        (await firstOf(candidates, async (one) =>
          (await one.reread()) ? handle(one, path, webhook, request.log) : null,
        ));
      if (found === null) {
        request.log.warn(
          { webhook: path },
          "webhook refused: its signature is missing or wrong; check the carrier's secret and PUBLIC_URL",
        );
        throw new AppError('bad_signature', 'The signature does not match this request.');
      }
      if (found.contentType !== null) reply.type(found.contentType);
      return reply.code(found.status).send(found.body);
    });
  });
}

export function pathOf(url: string): string {
  const [path = ''] = url.split('?');
  return path;
}

async function firstOf<T, R>(all: readonly T[], act: (one: T) => Promise<R | null>): Promise<R | null> {
  for (const one of all) {
    const result = await act(one);
    if (result !== null) return result;
  }
  return null;
}
