import { organizationSettings } from '@parley/contract';
import { type FormState, settingsOf } from './form-state.ts';

/** The first sentence for each place in the settings, such as `openingHours.week.monday.0`. */
export type FormErrors = ReadonlyMap<string, string>;

export const noErrors: FormErrors = new Map();

export function errorsIn(form: FormState): FormErrors {
  const { error } = organizationSettings.safeParse(settingsOf(form));
  const errors = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const place = path.join('.');
    if (!errors.has(place)) errors.set(place, message);
  }
  return errors;
}

/** Those at a place itself, or below it at one of its fields. */
export function errorsAt(errors: FormErrors, place: string): string[] {
  const found = [...errors].filter(([at]) => at === place || at.startsWith(`${place}.`));
  return [...new Set(found.map(([, sentence]) => sentence))];
}
