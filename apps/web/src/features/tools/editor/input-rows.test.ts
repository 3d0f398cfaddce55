import { expect, test } from 'vitest';
import { type InputRow, inputTypes, rowsOf, schemaOf } from './input-rows.ts';

const row = (label: string, more: Partial<InputRow> = {}): InputRow => ({
  id: label,
  label,
  type: 'text',
  description: '',
  choices: [],
  required: false,
  ...more,
});

const withoutIds = (rows: readonly InputRow[] | null) => rows?.map(({ id: _, ...rest }) => rest);

test('the rows of the form are a JSON schema, and the schema is the same rows again', () => {
  const rows = inputTypes.map(({ value }, index) =>
    row(`input_${index}`, {
      type: value,
      description: index % 2 === 0 ? 'What it is.' : '',
      choices: value === 'choice' ? ['morning', 'afternoon'] : [],
      required: index < 3,
    }),
  );
  expect(withoutIds(rowsOf(schemaOf(rows)))).toEqual(withoutIds(rows));
});

test('a schema is written as the model reads it', () => {
  expect(
    schemaOf([row('day', { type: 'date', description: 'The day', required: true }), row('note')]),
  ).toEqual({
    type: 'object',
    properties: { day: { type: 'string', format: 'date', description: 'The day' }, note: { type: 'string' } },
    required: ['day'],
    additionalProperties: false,
  });
});

test.each([
  ['no object', { type: 'string' }],
  ['an object within it', { type: 'object', properties: { who: { type: 'object', properties: {} } } }],
  ['a limit', { type: 'object', properties: { age: { type: 'integer', minimum: 1 } } }],
  ['references', { type: 'object', properties: {}, $defs: {} }],
  ['a required input that is not there', { type: 'object', properties: {}, required: ['day'] }],
  ['other properties allowed', { type: 'object', properties: {}, additionalProperties: true }],
])('a schema with %s is left to the schema itself', (_, schema) => {
  expect(rowsOf(schema)).toBeNull();
});
