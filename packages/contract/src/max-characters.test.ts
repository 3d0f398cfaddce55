import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  agentLimits,
  characterCount,
  createAgentBody,
  emptyAgentConfig,
  labelNumberBody,
  limits,
  publishable,
  publishBody,
  startTryBody,
  tryInputBody,
  tryLimits,
} from './index.ts';
import { maxCharacters } from './max-characters.ts';

const emoji = '\u{1F9B7}';

test('an emoji is one character, for a name that is created as for one that is published', () => {
  const fits = emoji.repeat(agentLimits.displayNameMax);
  expect(characterCount(fits)).toBe(agentLimits.displayNameMax);
  for (const [displayName, isAllowed] of [
    [fits, true],
    [`${fits}x`, false],
  ] as const) {
    expect(createAgentBody.safeParse({ displayName, from: { kind: 'empty' } }).success).toBe(isAllowed);
    const problems = publishable(emptyAgentConfig(displayName)).map(({ path, code }) => `${path} ${code}`);
    expect(problems.includes('identity.displayName too_long')).toBe(!isAllowed);
  }
});

test('the description of the API has the limit', () => {
  expect(z.toJSONSchema(z.string().check(maxCharacters(7, 'Too long.')))).toMatchObject({ maxLength: 7 });
});

const from = { kind: 'empty' };
const outbound = { channel: 'text', direction: 'outbound' };

test.each([
  ['name', agentLimits.displayNameMax, createAgentBody, (text: string) => ({ displayName: text, from })],
  ['note', agentLimits.noteMax, publishBody, (text: string) => ({ revision: 1, note: text })],
  ['label', agentLimits.numberLabelMax, labelNumberBody, (text: string) => ({ label: text })],
  ['words in a try', tryLimits.inputMax, tryInputBody, (text: string) => ({ kind: 'say', text })],
  [
    'instructions',
    limits.instructionsMax,
    startTryBody,
    (text: string) => ({ ...outbound, instructions: text }),
  ],
])('a text beside the configuration has a limit and a sentence: %s', (_, max, schema, bodyOf) => {
  expect(z.safeParse(schema, bodyOf('x'.repeat(max))).error).toBeUndefined();
  const [issue, ...more] = z.safeParse(schema, bodyOf('x'.repeat(max + 1))).error?.issues ?? [];
  expect(more).toEqual([]);
  expect(issue?.message).toMatch(new RegExp(`(?:${max}|${max.toLocaleString('en-US')}) characters`));
});
