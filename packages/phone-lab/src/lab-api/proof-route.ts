import { createHmac } from 'node:crypto';
import type { Account } from '../account.ts';
import { LabApiError } from './errors.ts';
import type { Route } from './route.ts';

/** Prefix of the signed text, so that a proof is never a valid signature of a webhook. */
const purpose = 'phone-lab proof';

/**
 * Proves to a program that its carrier is a lab: carriers of real calls have no such route, and only the lab with this
 * account can sign the challenge.
 */
export function proofRoute(account: Account): Route {
  return [
    'GET',
    /^\/lab\/proof$/,
    ({ query }) => {
      const challenge = query.get('challenge') ?? '';
      if (!/^[\w-]{16,128}$/.test(challenge)) {
        throw new LabApiError(
          400,
          'invalid_challenge',
          'Send a challenge of 16 to 128 letters, digits, - or _.',
        );
      }
      const { sid, authToken } = account;
      const proof = createHmac('sha256', authToken)
        .update([purpose, sid, challenge].join('\n'))
        .digest('base64url');
      return { name: 'phone-lab', accountSid: sid, challenge, proof };
    },
  ];
}
