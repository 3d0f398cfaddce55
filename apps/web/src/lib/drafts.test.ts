import { expect, test } from 'vitest';
import { createDrafts, forgetDrafts } from './drafts.ts';

function fakeStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

test('what was typed does not reach the next account in the same tab', () => {
  const storage = fakeStorage();
  storage.setItem('darkMode', 'true');
  createDrafts(storage, 'ines@example.com').keep('new-call', { phoneNumber: '+1' });
  expect(createDrafts(storage, 'ines@example.com').stored('new-call')).toEqual({ phoneNumber: '+1' });
  expect(createDrafts(storage, 'tomas@example.com').stored('new-call')).toBeNull();
  expect(createDrafts(storage, 'ines@example.com').stored('new-call')).toBeNull();
  expect(storage.getItem('darkMode')).toBe('true');
});

test('signing out forgets every draft and nothing else', () => {
  const storage = fakeStorage();
  storage.setItem('darkMode', 'true');
  const drafts = createDrafts(storage, 'ines@example.com');
  drafts.keep('new-call', 1);
  drafts.keep('template:kuzco:new', 2);
  forgetDrafts(storage);
  expect(storage.length).toBe(1);
});

test('a storage that is broken, full or forbidden costs the draft and no more', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage, 'a');
  storage.setItem('parley-draft:a:new-call', '{');
  expect(drafts.stored('new-call')).toBeNull();
  storage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  drafts.keep('new-call', 1);
  expect(createDrafts(null, 'a').stored('new-call')).toBeNull();
});
