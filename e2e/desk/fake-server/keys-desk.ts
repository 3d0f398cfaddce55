import type { ApiKey, CreateApiKeyBody } from '@parley/contract';

export const keyIdOf = (n: number) => `k${String(n).padStart(11, '0')}`;

export function keyOf(n: number, name: string, more: Partial<ApiKey> = {}): ApiKey {
  return {
    ...{ id: keyIdOf(n), name, permissions: ['calls.read', 'calls.place'], requestsPerMinute: 600 },
    ...{ createdAt: '2026-10-13T10:00:00.000Z', createdBy: { displayName: 'Ines Marchetti' } },
    ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
    ...more,
  };
}

/** The API keys of the fake server. */
export class KeysDesk {
  keys: ApiKey[] = [
    keyOf(3, 'Old diary', { revokedAt: '2026-10-14T08:00:00.000Z' }),
    keyOf(2, 'Practice software', {
      ...{ expiresAt: '2126-10-13T10:00:00.000Z', lastUsedAt: '2026-10-14T09:00:00.000Z' },
    }),
    keyOf(1, 'Wall display', {
      permissions: ['calls.read', 'agents.read', 'follow-ups.read', 'reports.read'],
      requestsPerMinute: 60,
      createdBy: null,
    }),
  ];

  make({ name, permissions, requestsPerMinute = 600, expiresAt = null }: CreateApiKeyBody): ApiKey {
    const made = keyOf(100 + this.keys.length, name, {
      ...{ permissions: [...permissions], requestsPerMinute, expiresAt },
    });
    this.keys = [made, ...this.keys];
    return made;
  }
}
