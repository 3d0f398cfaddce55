import { expect, test, vi } from 'vitest';
import { type PhoneConnection, StoredAccount } from './stored-account.ts';

const setAt = new Date('2026-10-13T10:00:00Z');
const minutesLater = (minutes: number) => new Date(setAt.getTime() + minutes * 60_000);

function connection(more: Partial<PhoneConnection> = {}): PhoneConnection {
  return {
    tenantId: 'org_1',
    id: '6a3f8d1e-0c55-4e83-a7de-92bb31e5a001',
    settings: {
      version: 1,
      kind: 'phone',
      accountSid: `AC${'1'.repeat(32)}`,
      accountName: null,
      apiKeySid: null,
      baseUrl: null,
      mainNumber: '+15005550006',
    },
    secrets: new Map([['auth-token', { value: 'new token', earlier: 'old token', setAt }]]),
    revision: 2,
    ...more,
  } as PhoneConnection;
}

const deps = () => ({ refresh: vi.fn(async () => {}), report: vi.fn() });

test('the earlier token still verifies after 14:59 minutes, and not after 15:01', () => {
  const account = new StoredAccount(connection(), deps());
  expect(account.signingTokens(minutesLater(14.983))).toEqual(['new token', 'old token']);
  expect(account.signingTokens(minutesLater(15.017))).toEqual(['new token']);
});

test('a token that cannot be read verifies nothing: an empty one would be anybody’s', () => {
  const account = new StoredAccount(connection({ secrets: new Map(), unreadable: true }), deps());
  expect(account.signingTokens(setAt)).toEqual([]);
});

test('requests use the API key where there is one, with the secret of the moment', () => {
  const { settings, secrets } = connection();
  const account = new StoredAccount(connection(), deps());
  expect(account.credentials()).toEqual({ authToken: 'new token', apiKey: null, revision: 2 });
  account.update(
    connection({
      settings: { ...settings, apiKeySid: 'SK1' },
      secrets: new Map([...secrets, ['api-secret', { value: 'secret', earlier: null, setAt }]]),
      revision: 3,
    }),
  );
  expect(account.credentials()).toMatchObject({ apiKey: { sid: 'SK1', secret: 'secret' }, revision: 3 });
});

test('all requests that are refused at once share one reading, and see what it found', async () => {
  const { refresh, report } = deps();
  const account = new StoredAccount(connection(), { refresh, report });
  refresh.mockImplementationOnce(async () => account.update(connection({ revision: 3 })));
  expect(await Promise.all([account.reread(), account.reread(), account.reread()])).not.toContain(false);
  expect(account.credentials().revision).toBe(3);
  expect(refresh).toHaveBeenCalledTimes(1);
  // The next one waits for its turn instead of being told that nothing is new.
  expect(await account.reread()).toBe(true);
  expect(refresh).toHaveBeenCalledTimes(2);
});
