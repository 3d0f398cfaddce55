import { expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { Stems } from './stems.ts';

const dictionary = 'english_stem';

test('SE2: what a search has learned is known until it is over, however many words others learn', async () => {
  const asked: string[] = [];
  const readForTenant = async (_tenant: string, [statement]: readonly { readonly values: unknown[] }[]) => {
    const [, words] = (statement?.values ?? []).map((list) => JSON.parse(String(list)) as string[]);
    asked.push(...(words ?? []));
    return [(words ?? []).map((word) => [dictionary, word, `${word}-stem`])];
  };
  const stems = new Stems({ readForTenant } as unknown as Pick<Database, 'readForTenant'>, 2);
  const learn = (...words: string[]) => stems.learn('one', dictionary, words);
  await learn('crown', 'one', 'two');
  // From here on the crown is in the older half.
  await learn('three', 'four', 'five');
  await learn('crown');
  await learn('six');
  expect(stems.of(dictionary, 'crown')).toBe('crown-stem');
  expect(asked.filter((word) => word === 'crown')).toHaveLength(1);
});
