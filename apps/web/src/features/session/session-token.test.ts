import { permissionsOf, type Role } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { tokenWith } from '../../../testing/tokens.ts';
import { decodeToken, lifetimeMs } from './session-token.ts';

const good = tokenWith({ m: { parley: 'admin' } });
const denied = { status: 'not-authorized' };
const role = (name: string | null, counts: Role = 'operator') => ({
  ...{ status: 'authorized', role: name },
  permissions: permissionsOf[counts],
});

describe('an invalid token', () => {
  test.each([
    ['none', null, 'no token was given'],
    ['empty', '', 'no token was given'],
    ['one part', 'garbage', 'it has 1 parts instead of 3'],
    ['two parts', good.split('.').slice(0, 2).join('.'), 'it has 2 parts instead of 3'],
    ['four parts', `${good}.more`, 'it has 4 parts instead of 3'],
    ['claims that are not base64', 'a.%%%.c', 'its claims cannot be read'],
    ['claims that are not JSON', `a.${btoa('no json')}.c`, 'its claims cannot be read'],
    ['claims that are not UTF-8', `a.${btoa('{"m":"\xff"}')}.c`, 'its claims cannot be read'],
    ['claims that are a list', tokenWith([]), 'its claims cannot be read'],
    ['claims that are null', tokenWith(null), 'its claims cannot be read'],
  ])('%s', (_, token, problem) => {
    expect(decodeToken(token, 'parley')).toEqual({ authorization: denied, claims: {}, problem });
  });
});

describe('the entry for the app key', () => {
  test.each([
    ['a role', { m: { parley: 'admin' } }, role('admin', 'admin')],
    ['a role with spaces and capitals', { m: { parley: ' Viewer' } }, role(' Viewer', 'viewer')],
    ['a role that is none of the three', { m: { parley: 'owner' } }, role('owner')],
    [
      'a lower role in the organization of Clerk',
      { m: { parley: 'admin' }, o: { id: 'org_1', slg: 'x', rol: 'viewer' } },
      role('admin', 'viewer'),
    ],
    ['an empty role', { m: { parley: '' } }, role(null)],
    ['a null role', { m: { parley: null } }, role(null)],
    ['a role that is no text', { m: { parley: 7 } }, role(null)],
    ['true', { m: { parley: true } }, role(null)],
    ['a membership of false admits nobody', { m: { parley: false } }, denied],
    ['a membership of "False" admits nobody', { m: { parley: 'False' } }, denied],
    ['another app only', { m: { elsewhere: 'admin' } }, denied],
    ['no entries', { m: {} }, denied],
    ['no m', { sub: 'x' }, denied],
    ['m as text', { m: 'parley' }, denied],
    ['m as a list', { m: ['parley'] }, denied],
    ['m as null', { m: null }, denied],
  ])('%s', (_, claims, authorization) => {
    expect(decodeToken(tokenWith(claims), 'parley')).toEqual({ authorization, claims, problem: null });
  });

  test('inherited property names are not entries', () => {
    expect(decodeToken(tokenWith({ m: {} }), 'constructor').authorization).toEqual(denied);
  });

  test('non-ASCII names are decoded', () => {
    expect(decodeToken(tokenWith({ firstName: 'Zoë', m: {} }), 'parley').claims.firstName).toBe('Zoë');
  });
});

test('the lifetime of a token counts from its issue', () => {
  expect(lifetimeMs({ iat: 100, exp: 160 })).toBe(60_000);
  expect(lifetimeMs({ exp: 160 })).toBe(0);
});
