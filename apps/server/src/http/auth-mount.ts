import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { clientAddressHeader, localVisitorHeader } from '../ports/identity.ts';
import { isLocalRequest } from './forwarding.ts';

/** Passes everything below /api/auth to the identity provider, with the body still unread. */
export function mountAuth(
  app: FastifyInstance,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/api/auth/*', async (request, reply) => {
      const local = isLocalRequest(request.raw);
      request.raw.headers[clientAddressHeader] = request.ip;
      request.raw.headers[localVisitorHeader] = local ? 'yes' : 'no';
      // The provider writes to the raw response, so headers that hooks have set are copied to it.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await handle(request.raw, reply.raw);
    });
  });
}
