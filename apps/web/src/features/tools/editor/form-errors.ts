import { checkHttpTool, httpToolConfig, placeholdersOf, toolLimits } from '@parley/contract';
import { configOf, inputsOf, sampleInputOf, type ToolDraft } from './tool-draft.ts';

/** The first sentence for each place in the config, such as `headers.0.name`. */
export type FormErrors = ReadonlyMap<string, string>;

export const noErrors: FormErrors = new Map();

const noObject = 'This is no JSON object.';

/** Where the contract's own sentence would not help. */
const sentences = new Map([
  [
    'limitSeconds',
    `Enter a whole number of seconds, ${toolLimits.limitSecondsMin} to ${toolLimits.limitSecondsMax}.`,
  ],
  ['constants.0.value', 'Enter a number.'],
  ['headers.0.value.secret', 'Choose a secret.'],
]);

/** What keeps a tool from being saved. A placeholder may be a variable of another tool, which the server knows. */
export function errorsIn(draft: ToolDraft): FormErrors {
  const errors = new Map<string, string>();
  if (inputsOf(draft) === null) errors.set('inputs', noObject);
  if (sampleInputOf(draft) === null) errors.set('sampleInput', noObject);
  for (const [index, sentence] of rowErrors(draft)) errors.set(`inputs.${index}`, sentence);
  const config = configOf(draft);
  for (const { path, message } of httpToolConfig.safeParse(config).error?.issues ?? []) {
    const place = path.join('.');
    if (!errors.has(place)) errors.set(place, sentences.get(place.replace(/\d+/, '0')) ?? message);
  }
  if (inputsOf(draft) === null) return errors;
  for (const { path, sentence } of checkHttpTool(config, placeholdersOf(config.address)))
    if (!errors.has(path)) errors.set(path, sentence);
  return errors;
}

/** Of two rows with one name a schema keeps only the second. */
function rowErrors({ inputMode, rows }: ToolDraft): [number, string][] {
  if (inputMode !== 'form') return [];
  const names = rows.map(({ label }) => label.trim());
  return names.flatMap((name, index): [number, string][] => {
    if (name === '') return [[index, 'Enter a name.']];
    return names.indexOf(name) < index ? [[index, `There is another input "${name}".`]] : [];
  });
}

/** Those at a place itself, or below it; for a field that shows a part of the config as a whole. */
export function errorBelow(errors: FormErrors, place: string): string | null {
  return [...errors].find(([at]) => at === place || at.startsWith(`${place}.`))?.[1] ?? null;
}
