import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractSchemas } from './contract-schemas.ts';
import { keyRoutes } from './key-routes.ts';
import { printClient } from './print-client.ts';
import { printTypes } from './print-types.ts';

const source = join(import.meta.dirname, '../src');

const entry = `export type * from './client.ts';
export { ParleyClient } from './client.ts';
export type * from './contract-types.ts';
export { ListRequest } from './list-request.ts';
export type { ClientOptions, PlainRequestOptions, RequestOptions } from './options.ts';
export { type AnyErrorCode, type ClientErrorCode, ParleyError } from './parley-error.ts';
export type { RateLimit } from './rate-limit.ts';
export {
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
} from './verify-webhook.ts';
`;

/** The source of the package: what is written by hand, and what is printed from the contract. Needs nothing of ours. */
export function writeSource(folder: string): void {
  for (const file of readdirSync(source).filter((name) => !name.endsWith('.test.ts')))
    copyFileSync(join(source, file), join(folder, file));
  const routes = keyRoutes();
  const schemas = contractSchemas(routes);
  writeFileSync(join(folder, 'contract-types.ts'), printTypes(schemas));
  writeFileSync(join(folder, 'client.ts'), printClient(routes, schemas));
  writeFileSync(join(folder, 'index.ts'), entry);
}
