import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bookTool, lookUpTool } from '../../../testing/voice/test-tools.ts';
import { builtInTools, ToolRegistry } from './tool-registry.ts';
import { schemaFromJson, schemaOf } from './tool-schema.ts';

const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('the registry', () => {
  const registry = new ToolRegistry([...builtInTools, lookUpTool()]);

  test.each([
    [
      { speech: 'text', canTransfer: true, transfers: [] },
      ['end_call', 'do_not_call', 'send_digits', 'transfer_call'],
    ],
    [{ speech: 'text', canTransfer: false, transfers: [] }, ['end_call', 'do_not_call', 'send_digits']],
    [
      { speech: 'text', canTransfer: false, transfers: [], changesLanguage: true },
      ['end_call', 'do_not_call', 'send_digits', 'speak_language'],
    ],
    [{ speech: 'audio', canTransfer: true, transfers: [] }, ['end_call', 'do_not_call', 'transfer_call']],
    [{ speech: 'audio', canTransfer: false, transfers: [] }, ['end_call', 'do_not_call']],
  ] as const)('on a call with %o the agent is offered what it can use', (call, offered) => {
    expect(names(registry.offeredOn(call))).toEqual([...offered, 'find_times']);
  });

  test.each([
    ['two tools of one name', [lookUpTool(), lookUpTool()]],
    ['a name that a provider refuses', [{ ...bookTool(), name: 'book a time' }]],
    ['no name', [{ ...bookTool(), name: '' }]],
  ])('refuses %s', (_what, tools) => {
    expect(() => new ToolRegistry(tools)).toThrow(/cannot be called/);
  });
});

describe.each([
  ['written in code', schemaOf(z.object({ day: z.string().min(2), hour: z.int().optional() }))],
  [
    'given as JSON Schema',
    schemaFromJson({
      type: 'object',
      properties: { day: { type: 'string', minLength: 2 }, hour: { type: 'integer' } },
      required: ['day'],
    }),
  ],
])('an input schema %s', (_how, schema) => {
  test('is an object for the providers', () => {
    expect(schema.parameters).toMatchObject({ type: 'object', required: ['day'] });
    expect(schema.parameters).not.toHaveProperty('$schema');
  });

  test('accepts what fits', () => {
    expect(schema.check({ day: 'Tuesday', hour: 10 })).toEqual({
      ok: true,
      input: { day: 'Tuesday', hour: 10 },
    });
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['text', '{"day":"Tuesday"}'],
    ['a missing value', {}],
    ['a wrong type', { day: 7 }],
    ['a value too short', { day: 'x' }],
    ['a fraction', { day: 'Tuesday', hour: 9.5 }],
    ['too much', { day: 'x'.repeat(20_000) }],
    ['what the database would not store', { day: 'Tues\u0000day' }],
    ['half a character', { day: 'Tues\ud83dday' }],
  ])('answers %s with a sentence for the model', (_what, input) => {
    const checked = schema.check(input);
    expect(checked).toMatchObject({ ok: false, problem: expect.stringMatching(/\w/) });
    expect(JSON.stringify(checked).length).toBeLessThan(1_000);
  });
});

test('an input schema that is no object is refused where it is written', () => {
  expect(() => schemaFromJson({ type: 'string' })).toThrow('must be an object');
});
