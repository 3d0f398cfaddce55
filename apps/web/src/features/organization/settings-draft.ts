import { type Organization, organization } from '@parley/contract';
import { asObject } from '../../lib/parsing/json.ts';
import { type FormState, settingsOf } from './form-state.ts';

/** What was typed, and what it was based on. */
export interface SettingsDraft {
  readonly base: Organization;
  readonly form: FormState;
}

export const settingsDraftName = 'organization';

/** Null for what is no draft of this form. Mistakes that were typed are no reason to lose it. */
export function parseSettingsDraft(stored: unknown): SettingsDraft | null {
  const fields = asObject(stored);
  const base = organization.safeParse(fields?.base);
  if (!base.success) return null;
  try {
    const form = fields?.form as FormState;
    // Fails where a part of the form is missing.
    settingsOf(form);
    return { base: base.data, form };
  } catch {
    return null;
  }
}
