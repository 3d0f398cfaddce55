import { limits } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import {
  type CarrierWire,
  type WebhookHandlers,
  type WebhookName,
  type WebhookParams,
  webhookPaths,
} from '../ports/carrier-wire.ts';

/** Lets the carrier in, and nobody else: what is not signed for this very address changes nothing. */
export function serveWebhooks(
  app: FastifyInstance,
  wire: Pick<CarrierWire, 'isSigned'>,
  handlers: WebhookHandlers,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Whatever it calls itself, it is read as a form; if it is none, the signature cannot match.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: limits.bodyBytesMax },
      (_request, body, done) => done(null, formOf(String(body))),
    );
    for (const [name, path] of Object.entries(webhookPaths) as [WebhookName, string][]) {
      scope.post(path, async (request, reply) => {
        const params = (request.body ?? {}) as WebhookParams;
        const signature = request.headers['x-twilio-signature'];
        const signed = wire.isSigned(request.raw.url ?? '', params, signatureOf(signature));
        if (!signed) {
          request.log.warn({ webhook: name }, 'webhook refused: its signature is missing or wrong');
          throw new AppError('bad_signature', 'The signature does not match this request.');
        }
        const callId = new URL(request.url, 'http://localhost').searchParams.get('call');
        const document = await handlers[name]({ callId, params: storable(params), log: request.log });
        if (document === null) return reply.code(204).send();
        return reply.type(document.contentType).send(document.body);
      });
    }
  });
}

function signatureOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? undefined : header;
}

function formOf(body: string): WebhookParams {
  const fields = new URLSearchParams(body);
  const params: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(fields.keys())) {
    const values = fields.getAll(name);
    params[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return params;
}

/** Whole as it was signed, but NUL is nothing that a database keeps: a field of it alone counts as empty. */
function storable(params: WebhookParams): WebhookParams {
  const clean = (value: string) => value.replaceAll('\u0000', '');
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? clean(value) : value.map(clean),
    ]),
  );
}
