import { toolLimits } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { guardedFetch } from '../../lib/guarded-fetch.ts';
import type { HostGuard } from '../../lib/host-guard.ts';
import { exchange } from '../../lib/tool-requests/exchange.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { assertHostAllowed } from './checks.ts';
import { UnreadableDocument } from './openapi/document.ts';
import { readOpenApi } from './openapi/read-openapi.ts';

export interface OpenApiDeps {
  readonly guardOf: (tenantId: string) => HostGuard;
  readonly limit: { take(tenantId: string): void };
}

const limitMs = 10_000;

export function openApiEndpoint({ guardOf, limit }: OpenApiDeps): Pick<Endpoints, 'readOpenApi'> {
  async function fetched(tenantId: string, address: string): Promise<string> {
    const guard = guardOf(tenantId);
    assertHostAllowed(guard, address);
    limit.take(tenantId);
    const answer = await exchange(guardedFetch(guard), {
      ...{ url: new URL(address), method: 'GET', body: null, limitMs, signal: null },
      headers: {
        accept: 'application/json, application/yaml, */*;q=0.5',
        'accept-encoding': 'identity',
        'user-agent': 'Parley',
      },
      bytesMax: toolLimits.openApiBytesMax,
    });
    if (answer.kind === 'refused') throw new AppError('host_not_allowed', answer.why);
    if (answer.kind !== 'answered') throw unreadable(answer.why);
    if (answer.status < 200 || answer.status > 299)
      throw unreadable(`What is there answers with status ${answer.status}.`);
    if (!answer.complete) throw unreadable('The document is too long.');
    return Buffer.from(answer.bytes).toString('utf8');
  }

  return {
    readOpenApi: async ({ caller: { tenantId }, body }) => {
      const from = 'address' in body ? body.address : null;
      const text = 'address' in body ? await fetched(tenantId, body.address) : body.document;
      try {
        return readOpenApi(text, from);
      } catch (error) {
        throw error instanceof UnreadableDocument ? unreadable(error.message) : error;
      }
    },
  };
}

function unreadable(sentence: string): AppError {
  return new AppError('openapi_unreadable', sentence);
}
