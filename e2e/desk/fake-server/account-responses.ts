import type { SignInPolicyResponse } from '@parley/contract';
import { recoveryCodes } from './account-desk.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

export const goodCode = '123456';

export function accountResponse(
  { accountDesk }: Pick<FakeServer, 'accountDesk'>,
  { route, body }: ReceivedRequest,
): FakeResponse | null {
  const given = Object(body) as { password?: string; code?: string; id?: string };
  switch (route) {
    case 'GET /api/sign-in-policy':
      return { body: accountDesk.policy };
    case 'PUT /api/sign-in-policy': {
      const { policy } = body as SignInPolicyResponse;
      accountDesk.policy = { ...accountDesk.policy, policy, revision: accountDesk.policy.revision + 1 };
      return { body: accountDesk.policy };
    }
    case 'GET /api/auth/second-factor': {
      const { since, recoveryCodesLeft, policy } = accountDesk;
      return { body: { since, recoveryCodesLeft, required: policy.policy.secondFactorRequired } };
    }
    case 'POST /api/auth/second-factor/start':
      return (
        wrongPassword(given.password) ?? {
          body: {
            secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
            uri: 'otpauth://totp/Parley:ines%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Parley',
          },
        }
      );
    case 'POST /api/auth/second-factor/confirm': {
      const refused = wrongCode(given.code);
      if (refused) return refused;
      accountDesk.switchOn();
      return { body: { recoveryCodes } };
    }
    case 'POST /api/auth/second-factor/recovery-codes': {
      const refused = wrongPassword(given.password) ?? wrongCode(given.code);
      if (refused) return refused;
      accountDesk.switchOn();
      return { body: { recoveryCodes } };
    }
    case 'POST /api/auth/second-factor/remove': {
      const refused = wrongPassword(given.password) ?? wrongCode(given.code);
      if (refused) return refused;
      accountDesk.since = null;
      return { body: { done: true } };
    }
    case 'GET /api/auth/sessions':
      return { body: { sessions: accountDesk.sessions } };
    case 'POST /api/auth/sessions/end':
      accountDesk.sessions = accountDesk.sessions.filter(({ id }) => id !== given.id);
      return { body: { ended: 1 } };
    case 'POST /api/auth/sessions/end-others': {
      const ended = accountDesk.sessions.length - 1;
      accountDesk.sessions = accountDesk.sessions.filter(({ current }) => current);
      return { body: { ended } };
    }
    default:
      return null;
  }
}

function wrongPassword(password = ''): FakeResponse | null {
  if (password.startsWith('a password')) return null;
  return { status: 403, body: { error: 'The password is not right.', code: 'wrong_password' } };
}

function wrongCode(code = ''): FakeResponse | null {
  if (code === goodCode) return null;
  return { status: 403, body: { error: 'The code is not right.', code: 'wrong_code' } };
}
