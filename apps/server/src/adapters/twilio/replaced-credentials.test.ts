import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fixedAddress } from '../../composition/fixed-account.ts';
import type { AccountCredentials, AccountFailure, AccountSource } from '../../ports/carrier-connection.ts';
import { connectTwilio } from './connection.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ speed: 50, cps: 100 });
});
afterAll(() => lab.stop());
afterEach(() => lab.faults.clear());

/** Holds one token, and finds another when it is asked to look. */
function sourceWith(held: string, found: string, timeoutMs = 20_000) {
  let credentials: AccountCredentials = { authToken: held, apiKey: null, revision: 1 };
  const failures: AccountFailure[] = [];
  let rereads = 0;
  const source: AccountSource = {
    accountSid: lab.accountSid,
    baseUrl: lab.url,
    credentials: () => credentials,
    signingTokens: () => [credentials.authToken],
    reread: async () => {
      rereads += 1;
      const changed = credentials.authToken !== found;
      if (changed) credentials = { authToken: found, apiKey: null, revision: 2 };
      return changed;
    },
    reportFailure: (failure) => failures.push(failure),
  };
  const { carrier } = connectTwilio(source, fixedAddress('http://127.0.0.1:9'), {
    sandbox: true,
    timeoutMs,
  });
  return { carrier, failures, rereads: () => rereads };
}

const order = () => ({
  ...{ callId: crypto.randomUUID(), to: '+15005550010', from: '+15005550006', maxSeconds: 60 },
});

test('a call refused with a replaced token is dialled once with the new one', async () => {
  const before = lab.calls().length;
  const { carrier, failures } = sourceWith('the token before', lab.authToken);
  expect(await carrier.place(order())).toMatchObject({ kind: 'placed' });
  expect(lab.calls()).toHaveLength(before + 1);
  expect(await carrier.numbers.list()).not.toEqual([]);
  expect(failures).toEqual([]);
});

test('without a newer token the request is not repeated, and the failure is reported', async () => {
  const { carrier, failures, rereads } = sourceWith('wrong', 'wrong');
  expect(await carrier.place(order())).toMatchObject({
    kind: 'refused',
    refusal: { reason: 'account_problem' },
  });
  expect([rereads(), failures]).toEqual([1, ['wrong_token']]);
});

test('a newer token that is refused too is tried once, not for ever', async () => {
  const { carrier, failures, rereads } = sourceWith('wrong', 'wrong as well');
  expect(await carrier.fetch(`CA${'1'.repeat(32)}`)).toMatchObject({ kind: 'unavailable' });
  expect([rereads(), failures]).toEqual([1, ['wrong_token']]);
});

test('a call that may have been made is never repeated, whatever token there is', async () => {
  lab.faults.set({ createTimeout: { ms: 5_000 } });
  const { carrier, rereads } = sourceWith(lab.authToken, 'another token', 500);
  expect(await carrier.place(order())).toMatchObject({ kind: 'unknown' });
  expect(rereads()).toBe(0);
});
