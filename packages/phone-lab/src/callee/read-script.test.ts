import { describe, expect, it } from 'vitest';
import { readYaml } from './read-script.ts';

describe('a mistake in a script', () => {
  it.each([
    ['unknown field', 'greting: Hi', 'there is no field "greting"'],
    ['not YAML', 'a: [', 'is not YAML'],
    ['not an object', '- a', 'must be an object'],
    ['unknown step', 'script: [dance]', 'a step is hangup or has one of'],
    ['unfollowable step', 'script: [{wait: forever}]', 'cannot be followed'],
    ['unquoted comma', 'script: [{interrupt: {words: 1, say: Sorry, who?}}]', 'cannot be followed'],
    ['stray answer field', 'answers: [{when: x, says: y}]', 'no field "says"'],
    ['bad digits', 'script: [{press: abc}]', 'cannot be followed'],
    ['bad pattern', 'answers: [{when: "(", say: x}]', 'Invalid regular expression'],
    ['mute answer', 'answers: [{when: x}]', 'says nothing'],
    ['bad ring', 'ring: maybe', 'ring is milliseconds or one of'],
    ['bad nature', 'nature: alien', 'nature is one of'],
    ['bad detection', 'detectedAs: alien', 'detectedAs is one of'],
    ['bad end of a greeting', 'greetingEnd: bang', 'greetingEnd is one of'],
    ['bad mailbox', 'mailbox: empty', 'mailbox is one of'],
    ['bad fallback', 'otherwise: yes please', 'otherwise is a list of texts'],
  ])('is reported when the script is read: %s', (_, yaml, why) => {
    expect(() => readYaml(yaml, 'test')).toThrow(why);
  });
});
