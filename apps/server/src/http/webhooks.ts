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

/** Accepts the carrier's webhooks. A request without a valid signature for its URL is refused. */
export function serveWebhooks(
  app: FastifyInstance,
  wire: Pick<CarrierWire, 'isSigned'>,
  handlers: WebhookHandlers,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read as a form whatever its content type is; if it is no form, the signature cannot match.
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
          request.log.warn(
            { webhook: name },
            'webhook refused: its signature is missing or wrong; check TWILIO_AUTH_TOKEN and PUBLIC_URL',
          );
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

/** The signature covers the fields as sent; PostgreSQL cannot store NUL, so it is removed after the check. */
function storable(params: WebhookParams): WebhookParams {
  const clean = (value: string) => value.replaceAll('\u0000', '');
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? clean(value) : value.map(clean),
    ]),
  );
}
