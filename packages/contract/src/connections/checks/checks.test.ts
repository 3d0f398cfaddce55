import { describe, expect, test } from 'vitest';
import type { ShownConnection } from '../connection.ts';
import { type ProblemCode, problemCodes, problemOf } from '../problems.ts';
import { addressChecks } from './address-checks.ts';
import { connectionCheck } from './connection-check.ts';
import { checkNames } from './finding.ts';
import { goLiveChecks, isBlocking } from './go-live-checks.ts';
import { numbersCheck } from './numbers-check.ts';

const phone: ShownConnection = {
  kind: 'phone',
  account: `AC${'1'.repeat(32)}`,
  name: 'Practice',
  numbers: ['+15005550006'],
  main: '+15005550006',
  callsAtOnce: 2,
  callsPerSecond: 1,
  countries: ['US'],
};
const model: ShownConnection = {
  kind: 'model',
  provider: 'openai-compatible',
  model: 'llama3.2',
  baseUrl: null,
  onThisMachine: true,
};

describe('a connection', () => {
  test.each([
    ['phone', phone, 'Practice is connected.'],
    ['phone', { ...phone, name: null }, `AC${'1'.repeat(32)} is connected.`],
    [
      'address',
      { kind: 'address', url: 'https://desk.example.com' },
      'The carrier calls back at https://desk.example.com.',
    ],
    ['model', model, 'llama3.2 speaks on calls.'],
  ] as const)('%s that works is said in a sentence', (id, shown, message) => {
    expect(connectionCheck(id, { shown, problem: null })).toEqual({
      ...{ id, name: checkNames[id], state: 'ok', message, remedy: null },
      blocks: false,
    });
  });

  test.each(['phone', 'address', 'model', 'speech'] as const)('%s that is missing is to be done', (id) => {
    expect(connectionCheck(id, { shown: null, problem: null })).toMatchObject({
      ...{ state: 'to-do', blocks: true },
      remedy: expect.any(String),
    });
  });

  test('a fault says what is wrong and what to do, in the words of whoever can do it', () => {
    const problem = problemOf('wrong_token');
    const onPage = connectionCheck('phone', { shown: phone, problem });
    expect(onPage).toMatchObject({ state: 'fault', message: problem.sentence, remedy: problem.remedy });
    const remedy = 'Check the settings of the server.';
    expect(connectionCheck('phone', { shown: phone, problem, remedy })).toEqual({ ...onPage, remedy });
  });

  test('a fault of the storage is not in the way of calls', () => {
    const problem = problemOf('storage_full');
    expect(isBlocking(connectionCheck('storage', { shown: null, problem }))).toBe(false);
    expect(isBlocking(connectionCheck('phone', { shown: phone, problem }))).toBe(true);
  });
});

describe('numbers', () => {
  test('one that goes elsewhere is said and not in the way: calls can be made from it', () => {
    const [check] = numbersCheck([
      { number: '+15005550006', pointsHere: true, atCarrier: { voice: true } },
      { number: '+15005550007', pointsHere: false },
      { number: '+15005550008', pointsHere: false },
    ]);
    const message = 'Calls to +15005550007, +15005550008 do not arrive here.';
    expect(check).toMatchObject({ state: 'to-do', blocks: false, message });
  });

  test.each([
    [null, '+15005550006 is no longer in the account.'],
    [{ voice: false }, '+15005550006 cannot make or take calls: it has no voice.'],
  ])('%j is a fault', (atCarrier, message) => {
    const [check] = numbersCheck([{ number: '+15005550006', pointsHere: true, atCarrier }]);
    expect(check).toMatchObject({ state: 'fault', blocks: true, message, remedy: expect.any(String) });
  });
});

describe('an address', () => {
  const ofAddress = problemCodes.filter(
    (code) => /^(address|certificate|socket)_/.test(code) && code !== 'address_not_ready',
  );

  test.each(ofAddress)('%s stands at one step, and nothing after it was tried', (code: ProblemCode) => {
    const states = addressChecks('https://desk.example.com', problemOf(code)).map(({ state }) => state);
    const at = states.indexOf('fault');
    expect(at).toBeGreaterThanOrEqual(0);
    expect(states).toEqual(states.map((_, index) => (index < at ? 'ok' : index === at ? 'fault' : 'to-do')));
  });
});

test('going live waits for phone, address, voice and everything that only a person can judge', () => {
  const none = { shown: null, problem: null };
  const facts = { numbers: [], neverCalled: 0, people: null };
  const nothing = goLiveChecks({
    ...facts,
    phone: none,
    address: none,
    voice: { ...none, kind: 'model' },
    lookedAt: {},
  });
  expect(nothing.filter(isBlocking).map(({ id }) => id)).toEqual([
    ...['phone', 'address', 'model'],
    ...['opening', 'limits', 'dnc', 'access'],
  ]);
  const at = { at: '2026-11-16T10:00:00.000Z' };
  const ready = goLiveChecks({
    ...facts,
    phone: { ...none, shown: phone },
    address: { ...none, shown: { kind: 'address', url: 'https://desk.example.com' } },
    voice: { ...none, shown: model, kind: 'model' },
    lookedAt: { opening: at, limits: at, dnc: at, access: at },
  });
  expect(ready.filter(isBlocking)).toEqual([]);
});
