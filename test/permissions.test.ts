import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';
import { isTest } from './zones.ts';

const product = readSourceFiles().filter(({ path }) => !isTest(path));
const server = product.filter(({ path }) => path.startsWith('apps/server/src/'));
const web = product.filter(({ path }) => path.startsWith('apps/web/src/'));

test('PM5: the server checks permissions in one place', () => {
  const refusing = server.filter(({ text }) => text.includes("'not_permitted'")).map(({ path }) => path);
  expect(refusing).toEqual(['apps/server/src/http/endpoints.ts']);
  const reading = server.filter(({ text }) => /\bpermissions\.includes\(/.test(text)).map(({ path }) => path);
  // Two of them check no request: the hub chooses the events of a stream, the other leaves out parts of an answer.
  expect(reading.toSorted()).toEqual([
    'apps/server/src/features/live/hub.ts',
    'apps/server/src/http/endpoints.ts',
    'apps/server/src/lib/readable-parts.ts',
  ]);
});

test('PM8: whatever sends a request in the web asks for the permission of its route', () => {
  const sent = web.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:api\.send\(\s*|useChange\(\{[^}]*?\broute: )\w*[rR]outes\.(\w+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const asked = new Set(
    web.flatMap(({ text }) =>
      [...text.matchAll(/\b\w*[rR]outes\.(\w+)\.permission\b/g)].map(([, name = '']) => name),
    ),
  );
  expect(sent.length).toBeGreaterThanOrEqual(5);
  expect(sent.filter((name) => !asked.has(name))).toEqual([]);
});

test('roles are named in the contract alone: nothing else compares them', () => {
  const comparing = [...server, ...web]
    .filter(({ text }) => /(?:===|!==|case) '(?:viewer|operator|admin)'/.test(text))
    .map(({ path }) => path);
  expect(comparing).toEqual([]);
});
