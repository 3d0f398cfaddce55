import { emptyHttpTool, exampleToolConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { draftOf } from './tool-draft.ts';
import { parseUnsavedTool, withoutSecretTexts } from './unsaved-tool.ts';

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('SI14: what was typed is read again, also where it has mistakes', () => {
  const base = { tool: null, config: emptyHttpTool('') };
  const draft = { ...draftOf(exampleToolConfig), limitSeconds: 'soon', schemaText: '{' };
  expect(parseUnsavedTool(stored({ base, draft }), base.config)).toEqual({ base, draft });
});

test.each([null, 'text', {}, { base: { tool: null, config: emptyHttpTool('') }, draft: { name: 'x' } }])(
  'what is stored as %j is no draft of a tool',
  (value) => {
    expect(parseUnsavedTool(stored(value), emptyHttpTool(''))).toBeNull();
  },
);

test('SI14: a key that was typed as the text of a header is not kept; a name of a secret and other texts are', () => {
  const row = (name: string, text: string) => ({ id: name, name, kind: 'text' as const, text, secret: '' });
  const secret = {
    id: '4',
    name: 'Authorization',
    kind: 'secret' as const,
    text: 'Bearer ',
    secret: 'calendar-key',
  };
  const kept = withoutSecretTexts([
    row('authorization', 'Bearer abc'),
    row('X-Api-Key', 'abc'),
    row('Accept-Language', 'de'),
    secret,
  ]);
  expect(kept).toEqual([
    row('authorization', ''),
    row('X-Api-Key', ''),
    row('Accept-Language', 'de'),
    secret,
  ]);
});
