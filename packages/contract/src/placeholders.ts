import { limits } from './limits.ts';

/**
 * A placeholder is text in angle brackets: 1 to 50 characters, at most 2 spaces, nothing else is required. A single space
 * and a name with a line break are names too. The innermost brackets count, so `<<Name>>` contains `<Name>`.
 */
const bracketed = /<([^<>]+)>/g;
const lineBreak = /\r\n|[\r\n]/g;

export function isPlaceholderName(name: string): boolean {
  const characters = [...name];
  const spaces = characters.filter((character) => character === ' ').length;
  return (
    characters.length >= 1 &&
    characters.length <= limits.placeholderNameMax &&
    spaces <= limits.placeholderSpacesMax
  );
}

/** The names in the order of their first appearance, each once. */
export function detectPlaceholders(prompt: string): string[] {
  const names = new Set<string>();
  for (const [, name] of prompt.matchAll(bracketed)) {
    if (name !== undefined && isPlaceholderName(name)) names.add(name);
  }
  return [...names];
}

export type PlaceholderValues = Readonly<Record<string, string>>;

function givenValue(values: PlaceholderValues, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}

/**
 * Replaces every placeholder by its value in one pass, so a value that looks like a placeholder is not
 * replaced in turn. An empty value keeps its marker.
 */
export function fillPlaceholders(prompt: string, values: PlaceholderValues): string {
  return prompt.replace(bracketed, (marker, name: string) => {
    if (!isPlaceholderName(name)) return marker;
    const value = givenValue(values, name);
    return value.trim() === '' ? marker : value;
  });
}

/** The names without a value. */
export function missingPlaceholders(names: readonly string[], values: PlaceholderValues): string[] {
  return names.filter((name) => givenValue(values, name).trim() === '');
}

export function missingPlaceholdersSentence(names: readonly string[]): string {
  return `Please fill in all required placeholders: ${names.map(placeholderLabel).join(', ')}`;
}

/** The name as screens show it: line breaks and blank names are made visible. */
export function placeholderLabel(name: string): string {
  if (name.trim() === '') return `Blank name <${name.replaceAll(lineBreak, '↵')}>`;
  return name.replaceAll(lineBreak, ' ↵ ');
}

/** Exactly the detected names, with the given defaults where there are any. */
export function placeholderDefaults(prompt: string, given: PlaceholderValues): Record<string, string> {
  return Object.fromEntries(detectPlaceholders(prompt).map((name) => [name, givenValue(given, name)]));
}
