import { placeholderDefaults, type Template } from '@parley/contract';
import type { Agent } from '../../../lib/reading/agents.ts';
import { fieldsOf, text } from '../../../lib/reading/parts.ts';
import { emptyForm, type FormState } from './form-state.ts';

/** What somebody typed, without what can be loaded again. */
export interface CallDraft {
  agentId: string | null;
  phoneNumber: string;
  templateId: string | null;
  values: Readonly<Record<string, string>>;
  instructions: string;
}

/** Null while nothing is typed: an agent alone is chosen again in a moment. */
export function draftOf({
  agentId,
  phoneNumber,
  template,
  values,
  instructions,
}: FormState): CallDraft | null {
  if (phoneNumber.trim() === '' && instructions.trim() === '') return null;
  return { agentId, phoneNumber, templateId: template?._id ?? null, values, instructions };
}

export function readDraft(stored: unknown): CallDraft | null {
  const fields = fieldsOf(stored);
  if (fields === null) return null;
  const values = Object.entries(fieldsOf(fields.values) ?? {});
  return {
    agentId: text(fields.agentId),
    phoneNumber: text(fields.phoneNumber) ?? '',
    templateId: text(fields.templateId),
    values: Object.fromEntries(
      values.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    instructions: text(fields.instructions) ?? '',
  };
}

/** The form as it was left. An agent or template that is gone is not chosen; every typed word is there all the same. */
export function restored(
  draft: CallDraft,
  agents: readonly Pick<Agent, 'id'>[],
  templates: Readonly<Record<string, readonly Template[]>>,
): FormState {
  const agentId = agents.some(({ id }) => id === draft.agentId) ? draft.agentId : null;
  const template = templates[agentId ?? '']?.find(({ _id }) => _id === draft.templateId) ?? null;
  const defaults = template === null ? {} : placeholderDefaults(template.prompt, template.placeholders);
  const typed = Object.entries(draft.values).filter(([name]) => Object.hasOwn(defaults, name));
  return {
    ...emptyForm,
    agentId,
    template,
    values: { ...defaults, ...Object.fromEntries(typed) },
    phoneNumber: draft.phoneNumber,
    instructions: draft.instructions,
  };
}
