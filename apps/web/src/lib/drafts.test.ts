import { expect, test } from 'vitest';
import { clearDrafts, createDrafts, flatDraft } from './drafts.ts';

function fakeStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

test('drafts are not visible to the next account in the same tab', () => {
  const storage = fakeStorage();
  storage.setItem('darkMode', 'true');
  createDrafts(storage, 'ines@example.com').save('new-call', { phoneNumber: '+1' });
  expect(createDrafts(storage, 'ines@example.com').load('new-call')).toEqual({ phoneNumber: '+1' });
  expect(createDrafts(storage, 'tomas@example.com').load('new-call')).toBeNull();
  expect(createDrafts(storage, 'ines@example.com').load('new-call')).toBeNull();
  expect(storage.getItem('darkMode')).toBe('true');
});

test('signing out deletes every draft and nothing else', () => {
  const storage = fakeStorage();
  storage.setItem('darkMode', 'true');
  const drafts = createDrafts(storage, 'ines@example.com');
  drafts.save('new-call', 1);
  drafts.save('template:kuzco:new', 2);
  clearDrafts(storage);
  expect(storage.length).toBe(1);
});

test('a corrupt, full or forbidden storage loses the draft and nothing else', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage, 'a');
  storage.setItem('parley-draft:a:new-call', '{');
  expect(drafts.load('new-call')).toBeNull();
  storage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  drafts.save('new-call', 1);
  expect(createDrafts(null, 'a').load('new-call')).toBeNull();
});

test('SI14: a flat form reads the fields that it has, and none of another kind', () => {
  const parse = flatDraft({ host: '', port: '587', tls: true });
  expect(parse({ host: 'smtp.example.com', port: 25, other: 'x' })).toEqual({
    host: 'smtp.example.com',
    port: '587',
    tls: true,
  });
  for (const stored of [null, 'text', [1]]) expect(parse(stored)).toBeNull();
});
