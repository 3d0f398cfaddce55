import { expect, test } from 'vitest';
import { definitionChanges } from './definition-changes.ts';

const find = {
  description: 'Finds an order.',
  inputSchema: {
    type: 'object',
    properties: { number: { type: 'string' }, year: { type: 'integer' } },
    required: ['number'],
  },
};

test('the order of fields is no change', () => {
  const { type, properties, required } = find.inputSchema;
  expect(definitionChanges(find, { ...find, inputSchema: { required, properties, type } })).toEqual([]);
});

test('what a server says otherwise of a tool is told input by input', () => {
  const now = {
    description: 'Finds an order, and cancels it.',
    inputSchema: {
      type: 'object',
      properties: { number: { type: 'integer' }, reason: { type: 'string' } },
      required: ['reason'],
    },
  };
  expect(definitionChanges(find, now)).toEqual([
    'Its description is another one.',
    'The input “number” is described otherwise.',
    'The input “number” is no longer required.',
    'The input “year” was removed.',
    'The input “reason” was added and is required.',
  ]);
});

test('a change outside of the inputs themselves is told too', () => {
  const inputSchema = { ...find.inputSchema, additionalProperties: false };
  expect(definitionChanges(find, { ...find, inputSchema })).toEqual(['Its inputs are described otherwise.']);
});
