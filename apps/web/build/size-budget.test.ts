import { expect, test } from 'vitest';
import { type BuiltChunk, firstLoadBytes, firstLoadFiles, ownBytes } from './size-budget.ts';

const chunk = (fileName: string, imports: string[] = [], source: string | null = null): BuiltChunk => ({
  name: fileName,
  fileName,
  facadeModuleId: source === null ? null : `/somewhere/${source}`,
  isEntry: fileName === 'entry',
  imports,
  code: fileName.repeat(1000),
});

const chunks = [
  chunk('entry', ['shared']),
  chunk('shared'),
  chunk('page', ['shared', 'deep'], 'src/page.tsx'),
  chunk('deep'),
  chunk('other', ['heavy'], 'src/other.tsx'),
  chunk('heavy'),
];

const alone = (name: string) => firstLoadBytes([{ ...chunk(name), isEntry: true }], []);

test('the entry, the page and their imports count, each once; other pages do not', () => {
  const expected = ['entry', 'shared', 'page', 'deep'].reduce((sum, name) => sum + alone(name), 0);
  expect(firstLoadBytes(chunks, ['src/page.tsx'])).toBe(expected);
  expect(firstLoadFiles(chunks, ['src/page.tsx'])).toBe(4);
});

test('the own code of a page is what it adds to the page before, without libraries', () => {
  const third = chunk('third', ['deep', 'only', 'library'], 'src/third.tsx');
  const more = [...chunks, third, chunk('only'), chunk('library')];
  const own = ownBytes(more, ['src/third.tsx'], { pageBefore: ['src/page.tsx'], libraries: ['library'] });
  expect(own).toBe(alone('third') + alone('only'));
});

test('a page without a chunk of its own is an error', () => {
  expect(() => firstLoadBytes(chunks, ['src/gone.tsx'])).toThrow('No chunk is made of src/gone.tsx');
});
