import { createHmac, randomBytes } from 'node:crypto';
import type { CarrierAccount } from '../../config/carrier.ts';
import { equalInConstantTime } from '../../lib/constant-time.ts';

/** `other`: the server there is not a lab of this account. `unreachable`: no server answers. */
export type PhoneLabCheck = 'verified' | 'other' | 'unreachable';

const answerMs = 5_000;

/**
 * Checks that the server at the account's base URL is a phone-lab of this account. A loopback address is not enough: a
 * proxy to a real carrier may listen there. The lab signs a challenge with its auth token; real carriers have no such
 * path.
 */
export async function verifyPhoneLab({
  baseUrl,
  accountSid,
  authToken,
}: CarrierAccount): Promise<PhoneLabCheck> {
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
    return typeof proof === 'string' && equalInConstantTime(proof, expected) ? 'verified' : 'other';
  } catch {
    return 'unreachable';
  }
}
