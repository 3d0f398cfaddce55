import { emptyForm, type FormState } from './form-state.ts';

/** What the form starts with: a call back, a call once more, or a call to a contact. */
export interface Prefill {
  /** Null: it is still to be chosen. */
  agentId: string | null;
  phoneNumber: string;
  instructions: string;
  /** Whom of those behind the number the call is for. */
  contactId?: string | null;
  contactName?: string | null;
  /** What the call is placed for. */
  followUpId?: string | null;
  /** The template that the instructions came from. */
  templateId?: string | null;
}

export function prefilledForm(prefill: Prefill | null): FormState {
  if (prefill === null) return emptyForm;
  const { contactId = null, contactName = null, followUpId = null, templateId = null } = prefill;
  return {
    ...emptyForm,
    agentId: prefill.agentId,
    phoneNumber: prefill.phoneNumber,
    instructions: prefill.instructions,
    contact: contactId === null ? null : { id: contactId, name: contactName ?? '' },
    followUpId,
    templateId,
  };
}
