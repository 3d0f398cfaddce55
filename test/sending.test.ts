import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';
import { isTest } from './zones.ts';

const web = readSourceFiles().filter(({ path }) => path.startsWith('apps/web/src/') && !isTest(path));

/** What sends a request because a button was pressed. */
const sends = /\.send\(\w*[rR]outes\.|\bplaceCall\(api|\.fetchNextPage\(|\.refetch\(|\bsession\.signOut\(/;
const helpers = [
  // Composes a request; its callers are checked.
  'apps/web/src/features/calls/place-call.ts',
  // Not sent by a button: the autosave machine sends one draft at a time.
  'apps/web/src/features/agents/editor/save-draft.ts',
];

test('every button sends through useSend, which ignores a second press', () => {
  const faults = web
    .filter(({ path, text }) => sends.test(text) && !helpers.includes(path))
    .filter(({ imports }) => !imports.some(({ target }) => target === 'apps/web/src/lib/use-send.ts'))
    .map(({ path }) => path);
  expect(faults).toEqual([]);
  expect(web.filter(({ text }) => /\buseMutation\b|\.mutate(?:Async)?\(/.test(text))).toEqual([]);
});

test('the browser tests press every button that sends twice', () => {
  const names = web
    .filter(({ text }) => /\buse(?:Send|AuthForm|Change|LoadMore)\(/.test(text))
    .flatMap(({ text }) => [...text.matchAll(/\bname: '([a-z-]+)'/g)].map(([, name = '']) => name));
  expect(names).toContain('place-call');
  const spec = readdirSync(join(root, 'e2e/desk'))
    .filter((name) => name.startsWith('double-submit'))
    .map((name) => readFileSync(join(root, 'e2e/desk', name), 'utf8'))
    .join('');
  const pressed = new Set([...spec.matchAll(/\bsends: '([a-z-]+)'/g)].map(([, name]) => name));
  expect([...new Set(names)].filter((name) => !pressed.has(name))).toEqual([]);
});
