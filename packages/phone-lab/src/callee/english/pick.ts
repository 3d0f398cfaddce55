import { hashName } from '../../random.ts';
import type { Question } from './question.ts';

/** One of the choices, always the same one for the same question. */
export function pick<T>({ core }: Question, choices: readonly T[]): T | undefined {
  return choices[hashName(core) % Math.max(1, choices.length)];
}
