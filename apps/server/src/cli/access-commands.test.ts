import { describe, expect, test } from 'vitest';
import { parseAccess } from './access-commands.ts';

describe('what is typed after npm run access --', () => {
  test.each([
    ['list', { name: 'list' }],
    ['grant kit@example.com admin', { name: 'grant', email: 'kit@example.com', role: 'admin' }],
    ['revoke kit@example.com', { name: 'revoke', email: 'kit@example.com' }],
    ['reset kit@example.com', { name: 'reset', email: 'kit@example.com' }],
  ])('%s', (typed, command) => {
    expect(parseAccess(typed.split(' '))).toEqual(command);
  });

  test.each([
    '',
    'help',
    'list everybody',
    'grant kit@example.com',
    'grant kit admin',
    'grant kit@example.com admin now',
    `grant kit@example.com ${'x'.repeat(65)}`,
    'grant kit@example.com <script>',
    'revoke',
    'revoke kit@example.com admin',
    'reset admin',
  ])('%s is not understood', (typed) => {
    expect(parseAccess(typed.split(' ').filter(Boolean))).toBeNull();
  });
});
