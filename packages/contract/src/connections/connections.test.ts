import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { apiRoutes } from '../api-routes.ts';
import type { Route } from '../route.ts';
import { connectionExamples } from './examples.ts';
import { connectPhoneBody } from './phone.ts';
import { problem, problemCodes, problemOf } from './problems.ts';
import { type ConnectionRouteName, connectionRoutes } from './routes.ts';

const table = Object.entries(connectionRoutes) as [ConnectionRouteName, Route][];

test.each(table)('the example of %s matches the schemas of the route', (name, route) => {
  const { body, response } = connectionExamples[name];
  expect(safeParse(route.response, response).error).toBeUndefined();
  expect(body === undefined).toBe(route.body === undefined);
  if (route.body) expect(safeParse(route.body, body).error).toBeUndefined();
});

test('no two routes share a method and a path, served ones included', () => {
  const keyOf = ({ method, path }: Route) => `${method} ${path.replace(/:\w+/g, ':id')}`;
  const all = Object.values<Route>({ ...apiRoutes, ...connectionRoutes }).map(keyOf);
  expect(new Set(all).size).toBe(all.length);
});

describe('a problem', () => {
  test.each(problemCodes)('%s has a sentence and a remedy, whole without any name', (code) => {
    const words = problemOf(code);
    expect(safeParse(problem, words).error).toBeUndefined();
    for (const text of [words.sentence, words.remedy]) {
      expect(text).toMatch(/^\p{Lu}.*\.$/u);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
  });

  test('is filled with the names that are known', () => {
    expect(problemOf('address_no_answer', { host: 'desk.example.com' }).sentence).toBe(
      'Nothing answers at desk.example.com.',
    );
  });

  test('does not spell a name in its own way where the sentence begins with it', () => {
    expect(problemOf('model_stopped', { model: 'llama3.2' }).sentence).toMatch(/^llama3\.2 does not answer/);
    expect(problemOf('address_private', { host: 'desk.lan' }).sentence).toMatch(/^desk\.lan is an address/);
    expect(problemOf('number_missing').sentence).toBe('This number is no longer in the account.');
  });

  test('no_sandbox does not say that no account is connected: going live may be all that is missing', () => {
    expect(problemOf('no_sandbox').sentence).not.toMatch(/account/);
  });
});

describe('bodies', () => {
  const body = connectionExamples.connectPhone.body as object;
  const problemIn = (change: object) =>
    safeParse(connectPhoneBody, { ...body, ...change }).error?.issues[0]?.message;

  test.each([
    [{ accountSid: 'AC1' }, 'An account SID is AC followed by 32 digits or letters from a to f.'],
    [{ authToken: '' }, 'Enter the secret.'],
    [{ authToken: 'one two' }, 'A secret has no spaces, line breaks or special letters.'],
    [{ numbers: [] }, 'Choose at least one number.'],
    [
      { main: 'PN00000000000000000000000000000002' },
      'The number that calls come from must be one of those that you chose.',
    ],
    [{ countries: [] }, 'Choose at least one country.'],
    [{ callsAtOnce: 0 }, 'At least one call at once.'],
  ])('of a phone account: %o is refused in words', (change, sentence) => {
    expect(problemIn(change)).toBe(sentence);
  });

  test('no secret hides in an address', () => {
    const { body: address } = connectionExamples.setAddress;
    for (const url of ['https://user:word@desk.example.com', 'https://desk.example.com/?key=1', 'ftp://desk'])
      expect(safeParse(connectionRoutes.setAddress.body, { ...(address as object), url }).success).toBe(
        false,
      );
  });
});
