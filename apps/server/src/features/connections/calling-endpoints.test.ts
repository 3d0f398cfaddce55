import {
  type Check,
  type GoLiveFacts,
  goLiveChecks,
  isBlocking,
  type Problem,
  type ShownConnection,
} from '@parley/contract';
import { expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { StoredCalling } from '../../ports/connections.ts';
import type { EndpointRequest } from '../../ports/endpoint.ts';
import { type CallingNow, callingEndpoints } from './calling-endpoints.ts';

const caller: Caller = {
  ...{ userId: 'u1', tenantId: 'clinic', permissions: [], displayName: 'Kit', email: null },
  expiresAt: new Date('2030-01-01'),
};
const untouched: StoredCalling = {
  ...{ tenantId: 'clinic', side: null, setBy: null, setByName: null, setAt: null, lookedAt: {} },
  revision: 0,
};

function setUp({
  checks = [] as Check[],
  sandbox = true,
  side: first = 'sandbox' as CallingNow['side'],
} = {}) {
  let stored = untouched;
  let side = first;
  const endpoints = callingEndpoints({
    store: {
      setSide: async (change) => {
        if (change.revision !== null && change.revision !== stored.revision) return { kind: 'stale' };
        stored = { ...stored, side: change.side, revision: stored.revision + 1 };
        return { kind: 'switched', calling: stored };
      },
      markLookedAt: async ({ userId }, item) => {
        stored = { ...stored, lookedAt: { ...stored.lookedAt, [item]: { by: userId, at: 'now' } } };
        return stored;
      },
    },
    now: async () => ({
      side,
      refused: null,
      speaker: 'scripted',
      speakerName: null,
      note: null,
      country: 'US',
    }),
    stored: () => stored,
    checks: async () => checks,
    refresh: async () => {
      side = stored.side ?? 'sandbox';
    },
    organizationName: async () => 'GS Dental ',
    sandbox: () => (sandbox ? { handsetUrl: 'http://127.0.0.1:4010/' } : null),
    firstSteps: { of: async () => ({ placed: true, handset: false }) },
  });
  const ask = <Name extends keyof typeof endpoints>(name: Name, body?: unknown) =>
    (endpoints[name] as (request: unknown) => Promise<unknown>)({ caller, body } as EndpointRequest<Name>);
  return { ask, side: () => stored.side };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof AppError ? error.code : error),
  );
const toDo: Check = {
  id: 'phone',
  name: 'Phone',
  state: 'to-do',
  message: 'No.',
  remedy: null,
  blocks: true,
};

test('CN14: real calls want everything ready and the name of the organization typed', async () => {
  const unready = setUp({ checks: [toDo] });
  expect(await codeOf(unready.ask('goLive', { confirmation: 'GS Dental', revision: 0 }))).toBe('not_ready');
  expect(unready.side()).toBeNull();
  const { ask, side } = setUp({ checks: [{ ...toDo, blocks: false }] });
  expect(await codeOf(ask('goLive', { confirmation: 'gs dental', revision: 0 }))).toBe('confirmation_wrong');
  expect(await codeOf(ask('goLive', { confirmation: 'GS Dental', revision: 1 }))).toBe('settings_changed');
  expect(side()).toBeNull();
  expect(await ask('goLive', { confirmation: 'GS Dental', revision: 0 })).toMatchObject({
    calling: { side: 'real', revision: 1, firstSteps: { placed: true, handset: false, live: true } },
  });
});

test('CN15: back to the sandbox takes no question, and is refused where there is none', async () => {
  const { ask } = setUp();
  await ask('goLive', { confirmation: 'GS Dental', revision: 0 });
  expect(await ask('backToSandbox', { revision: 1 })).toMatchObject({
    calling: { side: 'sandbox', revision: 2, sandbox: { handsetUrl: 'http://127.0.0.1:4010/' } },
  });
  expect(await codeOf(setUp({ sandbox: false }).ask('backToSandbox', { revision: 0 }))).toBe('no_sandbox');
});

test('CN15: a page that is out of date does not stop anybody from stopping real calls', async () => {
  const { ask, side } = setUp();
  await ask('goLive', { confirmation: 'GS Dental', revision: 0 });
  for (const body of [{ revision: 0 }, { revision: 7 }, {}]) {
    expect(await ask('backToSandbox', body)).toMatchObject({ calling: { side: 'sandbox' } });
    expect(side()).toBe('sandbox');
  }
});

test('CN14: on the real side nothing is left to do before calls are real', async () => {
  const { ask } = setUp({ checks: [toDo], side: 'real' });
  expect(await ask('getGoLive')).toMatchObject({ goLive: { side: 'real', checks: [{ blocks: false }] } });
  expect(await setUp({ checks: [toDo] }).ask('getGoLive')).toMatchObject({
    goLive: { side: 'sandbox', checks: [{ blocks: true }] },
  });
});

const none = { shown: null, problem: null, stored: null };
const known = (shown: ShownConnection, problem: Problem | null = null) => ({ shown, problem, stored: null });
const phone = known({
  ...{ kind: 'phone', account: 'AC1', name: 'Clinic', numbers: [], main: null },
  ...{ callsAtOnce: 2, callsPerSecond: 1, countries: ['US'] },
});
const address = known({ kind: 'address', url: 'https://desk.example.com' });
const model = known({
  ...{ kind: 'model', provider: 'openai', model: 'gpt-5.4-mini', baseUrl: null, onThisMachine: false },
});
const at = { by: 'u1', at: '2026-10-01T10:00:00Z' };
const looked = { opening: at, limits: at, dnc: at, access: at };
const facts = (changes: Partial<GoLiveFacts> = {}): GoLiveFacts => ({
  ...{ phone, address, voice: { ...model, kind: 'model' }, lookedAt: looked, numbers: [], neverCalled: 3 },
  people: new Map([
    ['admin', 1],
    ['operator', 2],
  ]),
  ...changes,
});
const inTheWay = (changes: Partial<GoLiveFacts>) =>
  goLiveChecks(facts(changes))
    .filter(isBlocking)
    .map(({ id }) => id);

test('CN14: each thing that is missing or fails is in the way, with a remedy', () => {
  const problem: Problem = { code: 'wrong_token', sentence: 'Wrong.', remedy: 'Copy it.' };
  expect(inTheWay({})).toEqual([]);
  expect(inTheWay({ phone: none })).toEqual(['phone', 'limits']);
  expect(inTheWay({ phone: { ...phone, problem } })).toEqual(['phone']);
  expect(inTheWay({ address: none })).toEqual(['address']);
  expect(inTheWay({ voice: { ...none, kind: 'model' } })).toEqual(['model']);
  expect(inTheWay({ voice: { ...none, kind: 'speech' } })).toEqual(['speech']);
  expect(inTheWay({ lookedAt: {} })).toEqual(['opening', 'limits', 'dnc', 'access']);
  expect(
    inTheWay({ phone: none, address: none, voice: { ...none, kind: 'model' }, lookedAt: {} }),
  ).toHaveLength(7);
  for (const check of goLiveChecks(facts({ phone: none, address: none, lookedAt: {} })))
    expect(check.remedy === null).toBe(check.state === 'ok');
});

test('CN14: what a person says is right stands there as a fact, and no remedy wants a terminal', () => {
  const lines = (changes: Partial<GoLiveFacts> = {}) =>
    Object.fromEntries(
      goLiveChecks(facts({ lookedAt: {}, ...changes })).map(({ id, message }) => [id, message]),
    );
  expect(lines()).toMatchObject({
    limits: '2 calls at once, 1 a second, United States.',
    dnc: '3 numbers are never called.',
    access: '3 people: 1 admin, 2 operators.',
  });
  const alone = lines({ people: new Map([['admin', 1]]), neverCalled: 1 });
  expect(alone).toMatchObject({ dnc: '1 number is never called.', access: '1 person: 1 admin.' });
  expect(lines({ people: null, neverCalled: 0 })).toMatchObject({ dnc: 'No number is on the list.' });
  for (const given of [facts({ lookedAt: {} }), facts({ phone: none, address: none, lookedAt: {} })])
    for (const { message, remedy } of goLiveChecks(given)) expect(`${message} ${remedy}`).not.toMatch(/npm/);
});
