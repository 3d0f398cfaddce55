import type { ConnectionSettings, StoredConnection } from '../src/ports/connections.ts';

/** A connection as the store returns it. */
export function storedConnection(
  settings: ConnectionSettings,
  changes: Partial<StoredConnection> = {},
): StoredConnection {
  return {
    tenantId: 'clinic',
    id: '3f0e1c52-6a1d-4f0b-9c55-0d6a5a1b2c3d',
    settings,
    limits: null,
    state: 'active',
    revision: 1,
    connectedBy: 'Kit Reed',
    connectedAt: new Date('2026-10-01T10:00:00Z'),
    endedAt: null,
    checkedAt: null,
    failing: null,
    secrets: new Map(),
    unreadable: false,
    numbers: [],
    ...changes,
  };
}

export const storedMail = (changes: Partial<StoredConnection> = {}): StoredConnection =>
  storedConnection(
    {
      ...{ version: 1, kind: 'mail', host: 'mail.example.com', port: 465, security: 'tls' },
      ...{ user: 'desk', from: 'desk@example.com' },
    },
    { secrets: new Map([['password', secret('the password')]]), ...changes },
  );

export const secret = (value: string) => ({
  value,
  earlier: null,
  setAt: new Date('2026-10-01T10:00:00Z'),
});
