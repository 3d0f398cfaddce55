import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deskTables } from '../adapters/postgres/personal-data/registry.ts';
import {
  contentTypes,
  type FileKind,
  type FileName,
  type FileType,
  fileKey,
  fileKinds,
  parseFileKey,
  prefixKey,
} from './file-name.ts';

const names: fc.Arbitrary<FileName> = fc.record({
  tenantId: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((id) => id.isWellFormed()),
  kind: fc.constantFrom(...(Object.keys(fileKinds) as FileKind[])),
  id: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,127}$/),
  type: fc.constantFrom(...(Object.keys(contentTypes) as FileType[])),
});

test('FS1, FS2: every name has a key that means this name, below its tenant and kind', () => {
  fc.assert(
    fc.property(names, (name) => {
      fc.pre(new TextEncoder().encode(name.tenantId).length <= 60);
      const key = fileKey(name);
      expect(key).toMatch(/^[a-z0-9_-]+\/[a-z]+\/[a-z0-9_-]+\.[a-z0-9]+$/);
      expect(parseFileKey(key)).toEqual(name);
      expect(key.startsWith(prefixKey({ tenantId: name.tenantId, kind: name.kind }))).toBe(true);
    }),
  );
});

test('FS1: two tenants never share a key, not even where capitals do not count', () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      fc.pre(one.tenantId !== other.tenantId);
      fc.pre([one, other].every(({ tenantId }) => new TextEncoder().encode(tenantId).length <= 60));
      const key = fileKey({ ...one, tenantId: other.tenantId });
      expect(key.toLowerCase()).not.toBe(fileKey(one).toLowerCase());
    }),
  );
});

test.each([
  '',
  'tenant',
  'tenant/recordings/',
  'tenant/recordings/x',
  'tenant/recordings/x.exe',
  'tenant/others/x.wav',
  'tenant/recordings/X.wav',
  'Tenant/recordings/x.wav',
  'ten.ant/recordings/x.wav',
  '../recordings/x.wav',
  'tenant/recordings/../x.wav',
  'tenant/recordings/a/b.wav',
  '_ff/recordings/x.wav',
  '_61/recordings/x.wav',
  '_/recordings/x.wav',
  'tenant/recordings/x.constructor',
  'tenant/constructor/x.wav',
])('FS10: %j is no key of a file of ours', (key) => {
  expect(parseFileKey(key)).toBeNull();
});

test('FS17: a kind of file about people is found through a table that is searched for a person', () => {
  const searched = deskTables.filter(({ byNumber, byUser }) => byNumber || byUser).map(({ table }) => table);
  const through = Object.values(fileKinds).flatMap(({ foundThrough }) => foundThrough ?? []);
  expect(through.filter((table) => !searched.includes(table))).toEqual([]);
});
