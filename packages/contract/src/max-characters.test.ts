import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { agentLimits, characterCount, createAgentBody, emptyAgentConfig, publishable } from './index.ts';
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
