import { placeholderDefaults, type Template } from '@parley/contract';
import type { Agent } from '../../../lib/parsing/agents.ts';
import { asObject, asString } from '../../../lib/parsing/json.ts';
import { emptyForm, type FormState } from './form-state.ts';

/** The input of the form, without what can be loaded again. */
export interface CallDraft {
  agentId: string | null;
  phoneNumber: string;
  templateId: string | null;
  values: Readonly<Record<string, string>>;
  instructions: string;
  contact: FormState['contact'];
  followUpId: string | null;
  /** The template that the text came from, which need not be the chosen one. */
  originTemplateId: string | null;
}

/** Null while there is no text: a selected agent alone is not worth saving. */
export function draftOf({
  agentId,
  phoneNumber,
  template,
  values,
  instructions,
  contact,
  followUpId,
  templateId,
}: FormState): CallDraft | null {
  if (phoneNumber.trim() === '' && instructions.trim() === '') return null;
  const about = { contact, followUpId, originTemplateId: templateId };
  return { agentId, phoneNumber, templateId: template?._id ?? null, values, instructions, ...about };
}

export function parseDraft(stored: unknown): CallDraft | null {
  const fields = asObject(stored);
  if (fields === null) return null;
  const values = Object.entries(asObject(fields.values) ?? {});
  return {
    agentId: asString(fields.agentId),
    phoneNumber: asString(fields.phoneNumber) ?? '',
    templateId: asString(fields.templateId),
    values: Object.fromEntries(
      values.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    instructions: asString(fields.instructions) ?? '',
    contact: parseContact(fields.contact),
    followUpId: asString(fields.followUpId),
    originTemplateId: asString(fields.originTemplateId),
  };
}

function parseContact(value: unknown): FormState['contact'] {
  const fields = asObject(value);
  const id = asString(fields?.id);
  return id === null ? null : { id, name: asString(fields?.name) ?? '' };
}

/** The form state of a draft. An agent or template that no longer exists is not selected; the text is kept. */
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
    contact: draft.contact,
    followUpId: draft.followUpId,
    templateId: template?._id ?? draft.originTemplateId,
  };
}
