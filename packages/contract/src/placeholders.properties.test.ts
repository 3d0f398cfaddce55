import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  detectPlaceholders,
  fillPlaceholders,
  isPlaceholderName,
  missingPlaceholders,
  placeholderDefaults,
} from './placeholders.ts';

const noBrackets = (text: string) => text.replaceAll(/[<>]/g, '');
const unit = 'binary' as const;

/** Text that people and programs write: brackets are far likelier than in random characters. */
const prompt = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '<<', '>>', ' ', '\n', '$&', '.*', '</b>', '<Name>', '<Due Date>', '😀'),
      fc.string({ unit }),
    ),
  )
  .map((parts) => parts.join(''));
const name = fc.string({ unit, minLength: 1, maxLength: 50 }).map(noBrackets).filter(isPlaceholderName);
const value = fc.string({ unit });
const filledValue = value.map(noBrackets).filter((text) => text.trim() !== '');

describe('detection', () => {
  test('only ever finds names that keep the rule, each once', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const names = detectPlaceholders(text);
        expect(new Set(names).size).toBe(names.length);
        for (const found of names) {
          expect([...found].length).toBeGreaterThanOrEqual(1);
          expect([...found].length).toBeLessThanOrEqual(50);
          expect(found.split(' ').length - 1).toBeLessThanOrEqual(2);
          expect(text).toContain(`<${found}>`);
        }
      }),
    );
  });

  test('finds every name that was put in, in order, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name), value.map(noBrackets), (names, around) => {
        const text = names.map((each) => `${around}<${each}>`).join('');
        expect(detectPlaceholders(text)).toEqual(names);
      }),
    );
  });
});

describe('filling', () => {
  test('without values changes nothing', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        expect(fillPlaceholders(text, {})).toBe(text);
        expect(fillPlaceholders(text, placeholderDefaults(text, {}))).toBe(text);
      }),
    );
  });

  test('every name leaves no marker behind', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), filledValue, (names, given) => {
        const values = Object.fromEntries(names.map((each) => [each, given]));
        const text = names.map((each) => `<${each}>`).join(' and ');
        const filled = fillPlaceholders(text, values);
        expect(filled).toBe(names.map(() => given).join(' and '));
        expect(missingPlaceholders(names, values)).toEqual([]);
      }),
    );
  });

  test('puts each value in as it is and leaves the text between alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value.map(noBrackets), name, value)),
        value.map(noBrackets),
        (parts, end) => {
          const values = Object.fromEntries(parts.map(([, each, given]) => [each, given]));
          const text = parts.map(([before, each]) => `${before}<${each}>`).join('') + end;
          const expected =
            parts
              .map(([before, each]) => {
                const given = values[each] ?? '';
                return `${before}${given.trim() === '' ? `<${each}>` : given}`;
              })
              .join('') + end;
          expect(fillPlaceholders(text, values)).toBe(expected);
        },
      ),
    );
  });

  test('a second time changes nothing when no value brought brackets along', () => {
    fc.assert(
      fc.property(prompt, fc.dictionary(name, filledValue), (text, values) => {
        const once = fillPlaceholders(text, values);
        fc.pre(detectPlaceholders(once).every((each) => !Object.hasOwn(values, each)));
        expect(fillPlaceholders(once, values)).toBe(once);
      }),
    );
  });
});

test('what is missing and what is given make up the names', () => {
  fc.assert(
    fc.property(prompt, fc.dictionary(name, value), (text, values) => {
      const names = detectPlaceholders(text);
      const missing = new Set(missingPlaceholders(names, values));
      for (const each of names) {
        const given = Object.hasOwn(values, each) ? (values[each] ?? '') : '';
        expect(missing.has(each)).toBe(given.trim() === '');
      }
    }),
  );
});
