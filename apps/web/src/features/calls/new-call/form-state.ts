import {
  characterCount,
  detectPlaceholders,
  fillPlaceholders,
  instructionsTooLongSentence,
  limits,
  missingPlaceholders,
  missingPlaceholdersSentence,
  phoneNumberSentence,
  placeholderDefaults,
  type Template,
} from '@parley/contract';
import { type FieldErrors, missingValueText, noFieldErrors, numberErrorText } from './field-errors.ts';
import { parsePhoneInput } from './parse-phone-input.ts';

export interface FormState {
  agentId: string | null;
  phoneNumber: string;
  /** Null for 'No template'. */
  template: Template | null;
  values: Readonly<Record<string, string>>;
  instructions: string;
  /** Chosen from the suggestions, until the number is edited. */
  contact: { id: string; name: string } | null;
  /** What the call is placed for. */
  followUpId: string | null;
  /** The template that the instructions of an earlier call came from, until another choice is made. */
  templateId: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** The part of it that is shown at a field. */
  fieldErrors: FieldErrors;
}

export type FormEvent =
  | { type: 'agent-chosen'; agentId: string }
  | { type: 'number-typed'; phoneNumber: string }
  | { type: 'contact-chosen'; id: string; name: string; phoneNumber: string }
  | { type: 'template-chosen'; template: Template | null }
  | { type: 'value-typed'; name: string; value: string }
  | { type: 'instructions-typed'; instructions: string }
  | { type: 'refused'; error: string; fieldErrors: FieldErrors }
  | { type: 'restored'; form: FormState };

export const emptyForm: FormState = {
  agentId: null,
  phoneNumber: '',
  template: null,
  values: {},
  instructions: '',
  contact: null,
  followUpId: null,
  templateId: null,
  error: null,
  fieldErrors: noFieldErrors,
};

const noTemplate = { template: null, values: {}, templateId: null } as const;
const noErrors = { error: null, fieldErrors: noFieldErrors } as const;

/** Every edit clears the error, which is about the previous input. */
export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'agent-chosen':
      return { ...state, agentId: event.agentId, ...noTemplate, ...noErrors };
    case 'number-typed':
      return { ...state, phoneNumber: event.phoneNumber, contact: null, ...noErrors };
    case 'contact-chosen': {
      const { id, name, phoneNumber } = event;
      return { ...state, phoneNumber, contact: { id, name }, ...noErrors };
    }
    case 'template-chosen':
      return event.template === null
        ? { ...state, ...noTemplate, ...noErrors }
        : withTemplate(state, event.template);
    case 'value-typed':
      return withValues(state, { ...state.values, [event.name]: event.value });
    case 'instructions-typed':
      return { ...state, instructions: event.instructions, ...noErrors };
    case 'refused':
      return { ...state, error: event.error, fieldErrors: event.fieldErrors };
    case 'restored':
      return event.form;
  }
}

function withTemplate(state: FormState, template: Template): FormState {
  const chosen = { ...state, template, templateId: template._id };
  return withValues(chosen, placeholderDefaults(template.prompt, template.placeholders));
}

/** The instructions are generated again from the prompt, so manual edits are lost. */
function withValues(state: FormState, values: FormState['values']): FormState {
  const instructions =
    state.template === null ? state.instructions : fillPlaceholders(state.template.prompt, values);
  return { ...state, values, instructions, ...noErrors };
}

export function placeholderNames({ template }: Pick<FormState, 'template'>): string[] {
  return template === null ? [] : detectPlaceholders(template.prompt);
}

export function canSubmit({ agentId, instructions }: FormState): boolean {
  return agentId !== null && instructions.trim() !== '';
}

/** The text that the agent is given. */
export function messageOf({ instructions, values }: Pick<FormState, 'instructions' | 'values'>): string {
  return fillPlaceholders(instructions, values);
}

/** Markers without a field: left over from another template, or typed. */
export function leftoverMarkers(state: FormState): string[] {
  const asked = new Set(placeholderNames(state));
  return detectPlaceholders(messageOf(state)).filter((name) => !asked.has(name));
}

export type Submission =
  | { outcome: 'incomplete' }
  | { outcome: 'refused'; error: string; fieldErrors: FieldErrors }
  | ({ outcome: 'ready' } & ReadyCall);

/** What is sent. */
export interface ReadyCall {
  agentId: string;
  phoneNumber: string;
  message: string;
  contactId: string | null;
  followUpId: string | null;
  templateId: string | null;
}

/** What submitting the form does. National phone numbers are read as numbers of `country`. */
export function submissionOf(state: FormState, country: string | null): Submission {
  const { agentId, values } = state;
  if (agentId === null || !canSubmit(state)) return { outcome: 'incomplete' };
  const phoneNumber = parsePhoneInput(state.phoneNumber, country);
  if (phoneNumber === null) {
    return refused(phoneNumberSentence, {
      ...noFieldErrors,
      phoneNumber: numberErrorText(state.phoneNumber),
    });
  }
  const missing = missingPlaceholders(placeholderNames(state), values);
  if (missing.length > 0) {
    const placeholders = Object.fromEntries(missing.map((name) => [name, missingValueText]));
    return refused(missingPlaceholdersSentence(missing), { ...noFieldErrors, placeholders });
  }
  const message = messageOf(state);
  if (characterCount(message) > limits.instructionsMax) {
    return refused(instructionsTooLongSentence, {
      ...noFieldErrors,
      instructions: instructionsTooLongSentence,
    });
  }
  const { contact, followUpId, templateId } = state;
  const about = { contactId: contact?.id ?? null, followUpId, templateId };
  return { outcome: 'ready', agentId, phoneNumber, message, ...about };
}

function refused(error: string, fieldErrors: FieldErrors): Submission {
  return { outcome: 'refused', error, fieldErrors };
}
