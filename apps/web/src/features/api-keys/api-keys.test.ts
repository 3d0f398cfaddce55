import { type ApiKey, keyPermissions } from '@parley/contract';
import { expect, test } from 'vitest';
import { sortedKeys, stateOf } from './key-state.ts';
import { chosenPermissions, emptyKey, parseTypedKey, permissionsText, readKey } from './new-key.ts';
import { isChosen, permissionGroups, permissionWords, presets } from './permission-words.ts';

const now = Date.parse('2026-10-15T10:00:00.000Z');
const keyWith = (changes: Partial<ApiKey>): ApiKey => ({
  ...{ id: 'k3v9x2m7q4tb', name: 'Diary', permissions: ['calls.read'], requestsPerMinute: 600 },
  ...{ createdAt: '2026-10-13T10:00:00.000Z', createdBy: null },
  ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
  ...changes,
});

test('every permission that a key may have stands in one group, with words', () => {
  const offered = permissionGroups.flatMap(({ permissions }) => permissions);
  expect([...offered].sort()).toEqual([...keyPermissions].sort());
  for (const permission of offered) expect(permissionWords(permission)).not.toBe(permission);
  expect(permissionWords('weather.read')).toBe('weather.read');
});

test('a preset is chosen only while exactly its permissions are', () => {
  for (const preset of presets) {
    const chosen = new Set<string>(preset.permissions);
    expect(presets.filter((each) => isChosen(each, chosen))).toEqual([preset]);
    expect(isChosen(preset, new Set([...chosen, 'data.manage']))).toBe(false);
  }
});

test.each([
  [{ expiresAt: null }, 'Works', true],
  [{ expiresAt: '2026-10-22T10:00:00.000Z' }, 'Works', true],
  [{ expiresAt: '2026-10-22T09:59:59.000Z' }, 'Expires soon', true],
  [{ expiresAt: '2026-10-15T10:00:00.000Z' }, 'Expired', false],
  [{ expiresAt: null, revokedAt: '2026-10-14T10:00:00.000Z' }, 'Revoked', false],
])('a key with %o is shown as: %s', (changes, word, works) => {
  expect(stateOf(keyWith(changes), now)).toMatchObject({ word, works });
});

test('keys that work come first, each part newest first', () => {
  const keys = [
    keyWith({ id: 'revoked', revokedAt: '2026-10-14T10:00:00.000Z' }),
    keyWith({ id: 'newer' }),
    keyWith({ id: 'expired', expiresAt: '2026-10-14T10:00:00.000Z' }),
    keyWith({ id: 'older' }),
  ];
  expect(sortedKeys(keys, now).map(({ id }) => id)).toEqual(['newer', 'older', 'revoked', 'expired']);
});

test('what was typed becomes a request, with the day on which the key ends', () => {
  const permissions = permissionsText(new Set(['calls.place', 'calls.read']));
  const typed = { ...emptyKey, name: ' Diary ', permissions, expiry: '30' };
  expect(readKey(typed, now).body).toEqual({
    name: 'Diary',
    permissions: ['calls.read', 'calls.place'],
    requestsPerMinute: 600,
    expiresAt: '2026-11-14T10:00:00.000Z',
  });
  expect(readKey({ ...typed, expiry: 'never' }, now).body?.expiresAt).toBeNull();
});

test('every mistake has its sentence', () => {
  expect(readKey({ ...emptyKey, perMinute: '' }, now).mistakes).toEqual({
    name: 'A key needs a name.',
    permissions: 'Choose what the key may do.',
    requestsPerMinute: 'A key may be used 1 to 6000 times a minute.',
  });
});

test('a draft with permissions that no key may have leaves them out when it is changed', () => {
  const stored = parseTypedKey({ ...emptyKey, permissions: 'calls.read keys.manage', unknown: 1 });
  expect(stored).not.toBeNull();
  if (stored !== null) expect(permissionsText(chosenPermissions(stored))).toBe('calls.read');
});
