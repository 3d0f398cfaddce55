import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from './constant-time.ts';

/** Where a server of this deployment answers itself through the public address, beside the carrier's own paths. */
export const addressCheckPaths = { webhook: '/webhooks/check', socket: '/voice/check' } as const;
export const addressCheckHeader = 'x-parley-check';

/**
 * What the two ends of a check of the public address prove to each other. Every server of the deployment has the key, so
 * any of them may answer, and nobody else can.
 */
export interface AddressProof {
  /** For a request: a new nonce, and the header that proves who asks. */
  ask(): { readonly nonce: string; readonly header: string };
  /** The nonce of a header; null where no server of this deployment has made it. */
  nonceOf(header: unknown): string | null;
  /** That a server of this deployment answers. */
  answer(nonce: string): string;
  /** What arrived, byte for byte. */
  seen(nonce: string, request: ArrivedRequest): string;
}

export interface ArrivedRequest {
  readonly method: string;
  /** Path and query as they arrived. */
  readonly target: string;
  readonly body: Buffer;
}

export function createAddressProof(key: Buffer): AddressProof {
  const digest = (purpose: string, ...parts: readonly (string | Buffer)[]) => {
    const hmac = createHmac('sha256', key).update(`parley address check: ${purpose}`);
    for (const part of parts) {
      const bytes = Buffer.from(part);
      // With its length, so that nothing can move from one part to the next.
      hmac.update(`\n${bytes.length}\n`).update(bytes);
    }
    return hmac.digest('base64url');
  };
  return {
    ask() {
      const nonce = randomBytes(18).toString('base64url');
      return { nonce, header: `${nonce}.${digest('ask', nonce)}` };
    },
    nonceOf(header) {
      if (typeof header !== 'string') return null;
      const [nonce = '', proof = '', ...rest] = header.split('.');
      return rest.length === 0 && equalInConstantTime(proof, digest('ask', nonce)) ? nonce : null;
    },
    answer: (nonce) => digest('answer', nonce),
    seen: (nonce, { method, target, body }) => digest('seen', nonce, method, target, body),
  };
}
