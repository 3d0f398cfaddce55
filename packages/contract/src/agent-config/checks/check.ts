import { characterCount } from '../../character-count.ts';
import { detectPlaceholders } from '../../placeholders.ts';
import { unknownAgentPlaceholders } from '../agent-placeholders.ts';
import type { ConfigProblem, ConfigProblemCode } from '../config-problem.ts';

export function problem(path: string, code: ConfigProblemCode, sentence: string): ConfigProblem {
  return { path, code, sentence };
}

/** Nothing that can be seen: characters that only steer how text is shown, fillers and the empty Braille cell do not count. */
export function isBlank(text: string): boolean {
  return !/[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

export function tooLong(path: string, text: string, max: number, what: string): ConfigProblem[] {
  if (characterCount(text) <= max) return [];
  return [problem(path, 'too_long', `${what} may have at most ${max.toLocaleString('en-US')} characters.`)];
}

export function tooMany(path: string, list: readonly unknown[], max: number, what: string): ConfigProblem[] {
  if (list.length <= max) return [];
  return [problem(path, 'too_many', `There may be at most ${max} ${what}.`)];
}

/** Null is fine: then the default applies. */
export function outOfRange(
  path: string,
  value: number | null,
  { min, max, what, whole = false }: { min: number; max: number; what: string; whole?: boolean },
): ConfigProblem[] {
  if (value === null) return [];
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return [];
  return [
    problem(
      path,
      'out_of_range',
      `${what} must be ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}.`,
    ),
  ];
}

/** A text in which placeholders are filled when a call begins. */
export function checkFilledText(path: string, text: string, max: number, what: string): ConfigProblem[] {
  return [...tooLong(path, text, max, what), ...unfilledPlaceholders(path, text)];
}

export function unfilledPlaceholders(path: string, text: string): ConfigProblem[] {
  const unknown = unknownAgentPlaceholders(text).map((name) => `<${name}>`);
  if (unknown.length === 0) return [];
  const sentence = `Nothing fills ${unknown.join(', ')}. Remove it or choose one of the list.`;
  return [problem(path, 'placeholder_unknown', sentence)];
}

/** A text in which no placeholder is filled, not even one of the list. */
export function noPlaceholders(path: string, text: string): ConfigProblem[] {
  const names = detectPlaceholders(text).map((name) => `<${name}>`);
  if (names.length === 0) return [];
  const sentence = `Nothing fills ${names.join(', ')} here. Write it without angle brackets.`;
  return [problem(path, 'placeholder_unknown', sentence)];
}

/** The indexes of those that have been there before, compared trimmed and without regard to capitals. */
export function repeated(texts: readonly string[]): number[] {
  const seen = new Set<string>();
  return texts.flatMap((text, index) => {
    const key = text.trim().toLowerCase();
    if (key === '') return [];
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
