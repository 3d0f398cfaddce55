import {
  type ConfigProblem,
  type OutcomeField,
  type OutcomeFieldType,
  outcomeFieldTypes,
} from '@parley/contract';
import { randomId } from './random-id.ts';

/** What both editors of outcome fields offer. */
export const fieldTypeOptions = (Object.entries(outcomeFieldTypes) as [OutcomeFieldType, string][]).map(
  ([value, label]) => ({ value, label }),
);

export function newOutcomeField(): OutcomeField {
  return { id: randomId(), label: '', type: 'yes_no', description: '', choices: [], required: false };
}

/** The first problem at a part of a field, or of one of its choices. */
export function problemOfField(
  problems: readonly Pick<ConfigProblem, 'path' | 'sentence'>[],
  path: string,
): string | null {
  const found = problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
  return found?.sentence ?? null;
}
