import { expect, test } from 'vitest';
import type { LanguageModel } from '../ports/language-model.ts';
import { keepRecentModels } from './open-model.ts';

test('a thousand names of models do not stay in memory, and the ones in use are opened once', () => {
  const opened: (string | null)[] = [];
  const use = keepRecentModels((name) => {
    opened.push(name);
    return { name: name ?? 'standard' } as LanguageModel;
  });
  for (let n = 0; n < 1_000; n += 1) {
    use(null);
    use(`model-${n}`);
  }
  expect(opened.filter((name) => name === null)).toHaveLength(1);
  expect(use('model-999')).toBe(use('model-999'));
  expect(opened).toHaveLength(1_001);
  // The first ones were dropped: they are opened again.
  use('model-0');
  expect(opened.at(-1)).toBe('model-0');
  expect(opened).toHaveLength(1_002);
});
