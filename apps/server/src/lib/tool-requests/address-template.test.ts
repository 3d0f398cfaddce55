import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressTemplateProblem, fillAddress, placeholdersOf } from './address-template.ts';

const template = 'https://practice.example.com/v1/patients/{patient}/times?day={day}&kind=check';

describe('TL1: values of an address', () => {
  test.each([
    ['Ada Weber', '/v1/patients/Ada%20Weber/times'],
    ['../../admin', '/v1/patients/..%2F..%2Fadmin/times'],
    ['1?admin=true', '/v1/patients/1%3Fadmin%3Dtrue/times'],
    ['1#', '/v1/patients/1%23/times'],
    ['@evil.example.com', '/v1/patients/%40evil.example.com/times'],
    ['\\evil.example.com', '/v1/patients/%5Cevil.example.com/times'],
    ['a\r\nHost: evil', '/v1/patients/a%0D%0AHost%3A%20evil/times'],
    ['%2e%2e', '/v1/patients/%252e%252e/times'],
    ['Müller', '/v1/patients/M%C3%BCller/times'],
    [7, '/v1/patients/7/times'],
  ])('%s stays in its place', (patient, path) => {
    const filled = fillAddress(template, { patient, day: 'x' });
    expect(filled.ok && filled.url.pathname).toBe(path);
    expect(filled.ok && filled.url.host).toBe('practice.example.com');
  });

  test.each([[''], ['.'], ['..'], [null], [undefined], [{}], [['a']], [Number.NaN], ['\ud800']])(
    '%j is refused with a sentence',
    (patient) => {
      const filled = fillAddress(template, { patient, day: 'x' });
      expect(filled.ok ? '' : filled.problem).toMatch(/^[A-Z].*\.$/);
    },
  );

  test('dots of two values do not make a step up together', () => {
    expect(fillAddress('https://a.example/x/{a}{b}/y', { a: '.', b: '.' }).ok).toBe(false);
    expect(fillAddress('https://a.example/x/.{a}', { a: '.' }).ok).toBe(false);
  });

  test('a pair of the query without a value is left out', () => {
    const filled = fillAddress('https://a.example/x?a={a}&b=1&c={c}', { a: null, c: '' });
    expect(filled.ok && filled.url.search).toBe('?b=1&c=');
  });

  test('names that every object has are no values', () => {
    expect(fillAddress('https://a.example/{constructor}', {}).ok).toBe(false);
    expect(fillAddress('https://a.example/{toString}', {}).ok).toBe(false);
  });

  test('any value: the same host, as many parts, and it can be read back', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(
          '.',
          '/',
          '%',
          '2',
          'e',
          '?',
          '#',
          '&',
          '=',
          '@',
          ':',
          '\\',
          '\t',
          '{',
          '}',
          'x',
        ),
      }),
    );
    fc.assert(
      fc.property(anything, anything, (patient, day) => {
        const filled = fillAddress(template, { patient, day });
        if (!filled.ok) return;
        const { url } = filled;
        expect(url.origin).toBe('https://practice.example.com');
        const parts = url.pathname.split('/');
        expect(parts).toHaveLength(5);
        expect(decodeURIComponent(parts[3] ?? '')).toBe(patient);
        expect([...url.searchParams]).toEqual([
          ['day', day],
          ['kind', 'check'],
        ]);
        expect(url.hash + url.username + url.password).toBe('');
      }),
      { numRuns: 2_000 },
    );
  });
});

test('an address as it was typed', () => {
  for (const good of [template, 'https://a.example', 'http://localhost:3000/x', 'https://a.example?x={y}'])
    expect(addressTemplateProblem(good), good).toBeNull();
  for (const bad of [
    'a.example',
    'https://{a}.example/',
    'https://a.example/{',
    'https://a.example/{a b}',
    'https://u:p@a.example/',
    'https://a.example/#x',
  ])
    expect(addressTemplateProblem(bad), bad).toMatch(/^[A-Z].*\.$/);
  expect(placeholdersOf(template)).toEqual(['patient', 'day']);
});
