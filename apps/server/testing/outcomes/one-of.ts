import type { SeededRandom } from '../faults/seeded-random.ts';

export function oneOf<T>(random: SeededRandom, choices: readonly T[]): T {
  const chosen = choices[random.between(0, choices.length - 1)];
  if (chosen === undefined) throw new RangeError('Nothing to choose from.');
  return chosen;
}
