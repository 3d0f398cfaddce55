import { createHmac } from 'node:crypto';
import type { Account } from '../account.ts';
import { LabApiError } from './errors.ts';
import type { Route } from './route.ts';

/** Stands before what is signed, so that a proof can never pass for the signature of a webhook. */
const purpose = 'phone-lab proof';

/**
 * Lets a program make sure that it speaks with a lab before it treats its calls as calls to nobody: no carrier that makes
 * real calls answers here, and only the lab that was started with this account can sign the challenge.
 */
export function proofRoute({ sid, authToken }: Account): Route {
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
      const proof = createHmac('sha256', authToken)
        .update([purpose, sid, challenge].join('\n'))
        .digest('base64url');
      return { name: 'phone-lab', accountSid: sid, challenge, proof };
    },
  ];
}
