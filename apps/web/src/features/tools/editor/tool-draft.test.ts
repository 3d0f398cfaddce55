import { emptyHttpTool, exampleToolConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { mergeDrafts } from '../merge-drafts.ts';
import { exampleInput } from './example-input.ts';
import { errorBelow, errorsIn } from './form-errors.ts';
import { configOf, draftOf, withInputMode } from './tool-draft.ts';
import { isSameDraft, toolParts } from './tool-parts.ts';

test('a tool is the same after it was shown in the form', () => {
  expect(configOf(draftOf(exampleToolConfig))).toEqual(exampleToolConfig);
  expect(errorsIn(draftOf(exampleToolConfig)).size).toBe(0);
});

test('constants keep their type', () => {
  const constants = [
    { name: 'practice', value: '7' },
    { name: 'limit', value: 7 },
    { name: 'public', value: false },
  ];
  expect(configOf(draftOf({ ...exampleToolConfig, constants })).constants).toEqual(constants);
});

test('what is only for a tool that changes something is not saved with another', () => {
  const draft = draftOf({ ...exampleToolConfig, changes: true, honoursKey: true, runInSandbox: true });
  expect(configOf({ ...draft, changes: false })).toMatchObject({ honoursKey: false, runInSandbox: false });
});

test('mistakes are told at their place', () => {
  const draft = draftOf(emptyHttpTool(''));
  const [row] = withInputMode(draftOf(exampleToolConfig), 'form')?.rows ?? [];
  if (row === undefined) throw new Error('There is no input.');
  const errors = errorsIn({
    ...draft,
    name: 'Find Times',
    address: 'ftp://example.com',
    limitSeconds: '',
    rows: [row, { ...row, id: 'other' }],
    sampleInput: '[1',
    headers: [{ id: 'h', name: 'Host', kind: 'secret', text: '', secret: '' }],
    constants: [{ id: 'c', name: 'practice', type: 'number', text: 'seven' }],
  });
  expect([...errors.keys()]).toEqual(
    expect.arrayContaining([
      'inputs.1',
      'sampleInput',
      'name',
      'limitSeconds',
      'headers.0.value.secret',
      'constants.0.value',
    ]),
  );
  expect(errors.get('limitSeconds')).toBe('Enter a whole number of seconds, 1 to 30.');
  expect(errors.get('constants.0.value')).toBe('Enter a number.');
});

test('what the schemas cannot say is told too, and a placeholder of another tool is left to the server', () => {
  const draft = draftOf(exampleToolConfig);
  expect(errorsIn({ ...draft, purpose: ' ', address: 'http:/no' }).get('address')).toBe(
    'An address begins with https://.',
  );
  expect(errorsIn({ ...draft, purpose: ' ' }).has('purpose')).toBe(true);
  expect(errorsIn({ ...draft, address: 'https://example.com/{slot_id}' }).size).toBe(0);
});

test('a schema that is no JSON object is a mistake, and cannot be shown as a form', () => {
  const draft = { ...draftOf(exampleToolConfig), inputMode: 'schema' as const, schemaText: '{"type":' };
  expect(errorBelow(errorsIn(draft), 'inputs')).toBe('This is no JSON object.');
  expect(withInputMode(draft, 'form')).toBeNull();
});

test('ids of rows are no change, half of a JSON text is', () => {
  const draft = draftOf(exampleToolConfig);
  expect(isSameDraft(draft, draftOf(exampleToolConfig))).toBe(true);
  expect(isSameDraft(draft, { ...draft, sampleInput: '{' })).toBe(false);
});

test('a look at the schema of the inputs is no change, and does not lose a row', () => {
  const draft = draftOf(exampleToolConfig);
  const schema = withInputMode(draft, 'schema');
  if (schema === null) throw new Error('The inputs have a schema.');
  expect(isSameDraft(draft, schema)).toBe(true);
  expect(isSameDraft(draft, { ...schema, schemaText: '{' })).toBe(false);
  const unnamed = { ...draft.rows[0], id: 'new', label: '' } as (typeof draft.rows)[number];
  expect(withInputMode({ ...draft, rows: [unnamed, { ...unnamed, id: 'newer' }] }, 'schema')).toBeNull();
});

test('of two people who change a tool both changes are kept, and what both changed is named', () => {
  const base = draftOf(exampleToolConfig);
  const mine = { ...base, purpose: 'Mine.', limitSeconds: '5', sampleInput: '{"day":' };
  const theirs = { ...base, purpose: 'Theirs.', title: 'Looked' };
  const { merged, theirs: taken, both } = mergeDrafts(toolParts, base, mine, theirs);
  expect(merged).toMatchObject({ purpose: 'Mine.', limitSeconds: '5', title: 'Looked' });
  expect(merged.sampleInput, 'half of a JSON text').toBe('{"day":');
  expect([taken, both]).toEqual([['In the transcript'], ['What it is for']]);
});

test('the first sample has something for each input', () => {
  expect(
    exampleInput({
      properties: {
        day: { type: 'string', format: 'date' },
        part: { type: 'string', enum: ['morning'] },
        guests: { type: 'integer' },
        first: { type: 'boolean' },
        names: { type: 'array' },
      },
    }),
  ).toEqual({ day: '2026-10-13', part: 'morning', guests: 1, first: true, names: [] });
  expect(exampleInput(null)).toEqual({});
});
