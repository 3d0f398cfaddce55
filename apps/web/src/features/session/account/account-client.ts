import {
  type ConfirmSecondFactorBody,
  type EndSessionBody,
  type PasswordAndCodeBody,
  type PasswordBody,
  recoveryCodesResponse,
  secondFactorResponse,
  secondFactorSecretResponse,
  sessionsEndedResponse,
  signInSessionsResponse,
} from '@parley/contract';
import { ApiError } from '../../../lib/api-error.ts';
import { authRequests } from '../auth-requests.ts';

interface Schema<Data> {
  safeParse(value: unknown): { success: true; data: Data } | { success: false };
}

/** What one may see and change of one's own account, with the built-in sign-in. */
export function createAccountClient({ get, post } = authRequests()) {
  return {
    secondFactor: async () => parsed(secondFactorResponse, await (await get('second-factor')).json()),
    start: async (body: PasswordBody) =>
      parsed(secondFactorSecretResponse, await post('second-factor/start', body)),
    confirm: async (body: ConfirmSecondFactorBody) =>
      parsed(recoveryCodesResponse, await post('second-factor/confirm', body)).recoveryCodes,
    replaceRecoveryCodes: async (body: PasswordAndCodeBody) =>
      parsed(recoveryCodesResponse, await post('second-factor/recovery-codes', body)).recoveryCodes,
    remove: async (body: PasswordAndCodeBody) => void (await post('second-factor/remove', body)),
    sessions: async () => parsed(signInSessionsResponse, await (await get('sessions')).json()).sessions,
    endSession: async (body: EndSessionBody) => void (await post('sessions/end', body)),
    endOthers: async () => parsed(sessionsEndedResponse, await post('sessions/end-others')).ended,
  };
}

function parsed<Data>(schema: Schema<Data>, answer: unknown): Data {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw new ApiError(
    'The server gave an answer this page does not understand. Reload the page.',
    200,
    'bad_response',
  );
}

export const account = createAccountClient();
