import {
  detectPlaceholders,
  fillPlaceholders,
  missingPlaceholders,
  missingPlaceholdersSentence,
  normalizePhoneNumber,
  phoneNumberSentence,
  placeholderDefaults,
  type Template,
} from '@parley/contract';

export interface FormState {
  agentId: string | null;
  phoneNumber: string;
  /** Null stands for 'No template'. */
  template: Template | null;
  values: Readonly<Record<string, string>>;
  instructions: string;
  /** Why the last try did not go through. */
  error: string | null;
}

export type FormEvent =
  | { type: 'agent-chosen'; agentId: string }
  | { type: 'number-typed'; phoneNumber: string }
  | { type: 'template-chosen'; template: Template | null }
  | { type: 'value-typed'; name: string; value: string }
  | { type: 'instructions-typed'; instructions: string }
  | { type: 'refused'; error: string };

export const emptyForm: FormState = {
  agentId: null,
  phoneNumber: '',
  template: null,
  values: {},
  instructions: '',
  error: null,
};

/** Every edit clears the error: it spoke of what stood there before. */
export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'agent-chosen':
      return { ...state, agentId: event.agentId, template: null, values: {}, error: null };
    case 'number-typed':
      return { ...state, phoneNumber: event.phoneNumber, error: null };
    case 'template-chosen':
      return event.template === null
        ? { ...state, template: null, values: {}, error: null }
        : withTemplate(state, event.template);
    case 'value-typed':
      return withValues(state, { ...state.values, [event.name]: event.value });
    case 'instructions-typed':
      return { ...state, instructions: event.instructions, error: null };
    case 'refused':
      return { ...state, error: event.error };
  }
}

function withTemplate(state: FormState, template: Template): FormState {
  return withValues({ ...state, template }, placeholderDefaults(template.prompt, template.placeholders));
}

/** The instructions are drawn anew from the prompt, so edits made by hand give way. */
function withValues(state: FormState, values: FormState['values']): FormState {
  const instructions =
    state.template === null ? state.instructions : fillPlaceholders(state.template.prompt, values);
  return { ...state, values, instructions, error: null };
}

export function placeholderNames({ template }: Pick<FormState, 'template'>): string[] {
  return template === null ? [] : detectPlaceholders(template.prompt);
}

export function canSubmit({ agentId, instructions }: FormState): boolean {
  return agentId !== null && instructions.trim() !== '';
}

export type Submission =
  | { outcome: 'stopped' }
  | { outcome: 'refused'; field: 'phone-number' | { placeholder: string }; error: string }
  | { outcome: 'ready'; agentId: string; phoneNumber: string; message: string };

/** What pressing the button means for the form as it stands. */
export function submissionOf(state: FormState): Submission {
  const { agentId, values, instructions } = state;
  if (agentId === null || !canSubmit(state)) return { outcome: 'stopped' };
  const phoneNumber = normalizePhoneNumber(state.phoneNumber);
  if (phoneNumber === null) return { outcome: 'refused', field: 'phone-number', error: phoneNumberSentence };
  const missing = missingPlaceholders(placeholderNames(state), values);
  const [first] = missing;
  if (first !== undefined) {
    return {
      outcome: 'refused',
      field: { placeholder: first },
      error: missingPlaceholdersSentence(missing),
    };
  }
  return { outcome: 'ready', agentId, phoneNumber, message: fillPlaceholders(instructions, values) };
}
