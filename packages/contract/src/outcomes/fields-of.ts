import type { AgentConfig } from '../agent-config/agent-config.ts';
import type { OutcomeField } from './outcome-field.ts';

/** The fields of an agent; none where nobody has set some. */
export function outcomeFieldsOf({ outcomes }: Pick<AgentConfig, 'outcomes'>): readonly OutcomeField[] {
  return outcomes?.fields ?? [];
}

/** Whether two lists ask for the same: order and descriptions aside. */
export function sameOutcomeFields(one: readonly OutcomeField[], other: readonly OutcomeField[]): boolean {
  return asked(one) === asked(other);
}

function asked(fields: readonly OutcomeField[]): string {
  const each = fields.map(({ id, label, type, choices, required }) =>
    JSON.stringify([id, label, type, type === 'choice' ? choices : [], required]),
  );
  return each.toSorted().join('\n');
}
