import {
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
import { type FieldFaults, missingValueText, noFaults, numberFaultText } from './field-faults.ts';
import { readTypedNumber } from './typed-number.ts';

export interface FormState {
  agentId: string | null;
  phoneNumber: string;
  /** Null stands for 'No template'. */
  template: Template | null;
  values: Readonly<Record<string, string>>;
  instructions: string;
  /** Why the last try did not go through. */
  error: string | null;
  /** What of it belongs to a field, to be said there. */
  faults: FieldFaults;
}

export type FormEvent =
  | { type: 'agent-chosen'; agentId: string }
  | { type: 'number-typed'; phoneNumber: string }
  | { type: 'template-chosen'; template: Template | null }
  | { type: 'value-typed'; name: string; value: string }
  | { type: 'instructions-typed'; instructions: string }
  | { type: 'refused'; error: string; faults: FieldFaults }
  | { type: 'restored'; form: FormState };

export const emptyForm: FormState = {
  agentId: null,
  phoneNumber: '',
  template: null,
  values: {},
  instructions: '',
  error: null,
  faults: noFaults,
};

const unrefused = { error: null, faults: noFaults } as const;

/** Every edit clears the error: it spoke of what stood there before. */
export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'agent-chosen':
      return { ...state, agentId: event.agentId, template: null, values: {}, ...unrefused };
    case 'number-typed':
      return { ...state, phoneNumber: event.phoneNumber, ...unrefused };
    case 'template-chosen':
      return event.template === null
        ? { ...state, template: null, values: {}, ...unrefused }
        : withTemplate(state, event.template);
    case 'value-typed':
      return withValues(state, { ...state.values, [event.name]: event.value });
    case 'instructions-typed':
      return { ...state, instructions: event.instructions, ...unrefused };
    case 'refused':
      return { ...state, error: event.error, faults: event.faults };
    case 'restored':
      return event.form;
  }
}

function withTemplate(state: FormState, template: Template): FormState {
  return withValues({ ...state, template }, placeholderDefaults(template.prompt, template.placeholders));
}

/** The instructions are drawn anew from the prompt, so edits made by hand give way. */
function withValues(state: FormState, values: FormState['values']): FormState {
  const instructions =
    state.template === null ? state.instructions : fillPlaceholders(state.template.prompt, values);
  return { ...state, values, instructions, ...unrefused };
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

/** Markers that no field asks for: left over from another template, or written by hand. */
export function leftoverMarkers(state: FormState): string[] {
  const asked = new Set(placeholderNames(state));
  return detectPlaceholders(messageOf(state)).filter((name) => !asked.has(name));
}

export type Submission =
  | { outcome: 'stopped' }
  | { outcome: 'refused'; error: string; faults: FieldFaults }
  | { outcome: 'ready'; agentId: string; phoneNumber: string; message: string };

/** What pressing the button means for the form as it stands. Numbers are read as they are written in `country`. */
export function submissionOf(state: FormState, country: string | null): Submission {
  const { agentId, values } = state;
  if (agentId === null || !canSubmit(state)) return { outcome: 'stopped' };
  const phoneNumber = readTypedNumber(state.phoneNumber, country);
  if (phoneNumber === null) {
    return refused(phoneNumberSentence, { ...noFaults, phoneNumber: numberFaultText(state.phoneNumber) });
  }
  const missing = missingPlaceholders(placeholderNames(state), values);
  if (missing.length > 0) {
    const placeholders = Object.fromEntries(missing.map((name) => [name, missingValueText]));
    return refused(missingPlaceholdersSentence(missing), { ...noFaults, placeholders });
  }
  const message = messageOf(state);
  if (message.length > limits.instructionsMax) {
    return refused(instructionsTooLongSentence, { ...noFaults, instructions: instructionsTooLongSentence });
  }
  return { outcome: 'ready', agentId, phoneNumber, message };
}

function refused(error: string, faults: FieldFaults): Submission {
  return { outcome: 'refused', error, faults };
}
