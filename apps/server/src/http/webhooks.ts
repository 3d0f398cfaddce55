import { limits } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { CarrierConnection, WebhookHandler } from '../ports/carrier-connection.ts';

/** Accepts the webhooks of the connected carriers. A request that none of them has signed for its URL is refused. */
export function serveWebhooks(
  app: FastifyInstance,
  connections: readonly CarrierConnection[],
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
    for (const [path, candidates] of byPath(connections, ({ webhooks }) => webhooks)) {
      scope.post(path, async (request, reply) => {
        const { url = '', headers } = request.raw;
        const webhook = { url, headers, body: String(request.body ?? '') };
        for (const connection of candidates) {
          const response = await handle(connection, path, webhook, request.log);
          if (response === null) continue;
          if (response.contentType !== null) reply.type(response.contentType);
          return reply.code(response.status).send(response.body);
        }
        request.log.warn(
          { webhook: path },
          "webhook refused: its signature is missing or wrong; check the carrier's secret and PUBLIC_URL",
        );
        throw new AppError('bad_signature', 'The signature does not match this request.');
      });
    }
  });
}

/** Accounts of one carrier have the same paths. */
export function byPath(
  connections: readonly CarrierConnection[],
  served: (connection: CarrierConnection) => Readonly<Record<string, unknown>>,
): ReadonlyMap<string, readonly CarrierConnection[]> {
  const found = new Map<string, CarrierConnection[]>();
  for (const connection of connections)
    for (const path of Object.keys(served(connection)))
      found.set(path, [...(found.get(path) ?? []), connection]);
  return found;
}
