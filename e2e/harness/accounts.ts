import type { APIRequestContext } from '@playwright/test';
import { request } from '@playwright/test';
import type { RunningServer } from './server.ts';

export interface Account {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export const admin: Account = {
  firstName: 'Ines',
  lastName: 'Marchetti',
  email: 'ines@example.com',
  password: 'a password to try',
};

/** Signs the account up; resolves with the session cookie. */
export async function signUp(server: Pick<RunningServer, 'url'>, account: Account): Promise<StorageState> {
  const client = await request.newContext({ baseURL: server.url, extraHTTPHeaders: { origin: server.url } });
  try {
    const answer = await client.post('/api/auth/sign-up/email', { data: account });
    if (!answer.ok()) throw new Error(`Sign-up answered ${answer.status()}: ${await answer.text()}`);
    return await client.storageState();
  } finally {
    await client.dispose();
  }
}

export type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;
