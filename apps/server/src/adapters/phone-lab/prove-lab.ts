import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CarrierAccount } from '../../config/carrier.ts';

/** `other`: something answers there, and it is no lab of this account. `silent`: nothing does. */
export type LabProof = 'proved' | 'other' | 'silent';

const answerMs = 5_000;

/**
 * Asks what listens at the account's address to prove that it is a phone-lab. An address on this machine proves nothing:
 * a proxy to the real carrier may listen there. The lab signs a challenge with the token that it made up itself, which a
 * carrier of real calls has no path for and could not do.
 */
export async function proveLab({ baseUrl, accountSid, authToken }: CarrierAccount): Promise<LabProof> {
  const challenge = randomBytes(24).toString('base64url');
  const expected = createHmac('sha256', authToken)
    .update(`phone-lab proof\n${accountSid}\n${challenge}`)
    .digest('base64url');
  try {
    const answer = await fetch(`${baseUrl}/lab/proof?challenge=${challenge}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    const body: unknown = answer.ok ? await answer.json().catch(() => null) : null;
    const proof = typeof body === 'object' && body !== null && 'proof' in body ? body.proof : null;
    return typeof proof === 'string' && same(proof, expected) ? 'proved' : 'other';
  } catch {
    return 'silent';
  }
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
