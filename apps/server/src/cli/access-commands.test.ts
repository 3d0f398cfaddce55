import { describe, expect, test } from 'vitest';
import { type AccessTools, parseAccess, runAccess } from './access-commands.ts';

describe('what is typed after npm run access --', () => {
  test.each([
    ['list', { name: 'list' }],
    ['grant kit@example.com admin', { name: 'grant', email: 'kit@example.com', role: 'admin' }],
    ['revoke kit@example.com', { name: 'revoke', email: 'kit@example.com' }],
    ['reset kit@example.com', { name: 'reset', email: 'kit@example.com' }],
    ['reset-second-factor kit@example.com', { name: 'reset-second-factor', email: 'kit@example.com' }],
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

describe('npm run access -- grant EMAIL ROLE', () => {
  const grant = async (role: string) => {
    const granted: string[] = [];
    const tools = {
      appKey: 'parley',
      accounts: {
        find: async () => ({ userId: 'u', email: 'kit@example.com' }),
        grant: async (_: string, access: { role: string }) => {
          granted.push(access.role);
          return 'changed';
        },
      },
    } as unknown as AccessTools;
    const { exitCode, output } = await runAccess({ name: 'grant', email: 'kit@example.com', role }, tools);
    expect({ exitCode, granted }).toEqual({ exitCode: 0, granted: [role] });
    return output.split('\n').slice(1);
  };

  test.each(['viewer', 'operator', 'admin', 'Viewer'])('says nothing more about %s', async (role) => {
    expect(await grant(role)).toEqual([]);
  });

  test.each(['veiwer', 'owner', 'true'])('warns that %s counts as operator', async (role) => {
    expect(await grant(role)).toEqual([
      `Note: "${role}" is none of viewer, operator and admin, so it counts as operator.`,
    ]);
  });

  test.each(['false', 'FALSE'])('warns that %s admits nobody', async (role) => {
    expect(await grant(role)).toEqual([`But "${role}" admits nobody. To take access away, use revoke.`]);
  });
});

test('the list says what an unknown role counts as', async () => {
  const rows = ['admin', 'Viewer', 'owner', '', 'false', null].map((role, n) => ({
    ...{ email: `${n}@example.com`, name: 'Kit Reed', role },
    createdAt: new Date('2026-10-13'),
  }));
  const tools = { accounts: { list: async () => rows }, appKey: 'parley' } as unknown as AccessTools;
  const { output } = await runAccess({ name: 'list' }, tools);
  const shown = output.split('\n').map((line) => line.split(/ {2,}/)[2]);
  expect(shown).toEqual([
    'ROLE',
    'admin',
    'Viewer',
    'owner (operator)',
    '(operator)',
    'false (no access)',
    'waiting',
  ]);
});
