import { type ProblemCode, problemCodes } from '@parley/contract';
import { expect, test } from 'vitest';
import { statusOf } from '../../errors.ts';
import { type CallingFacts, decideCalling, type SetUp } from './decide-calling.ts';

const lab = { name: 'lab', account: 'AC0' };
const own = { name: 'own', account: 'AC1' };
const id = '3f0e1c52-6a1d-4f0b-9c55-0d6a5a1b2c3d';

const setUps = (failures: readonly ProblemCode[]): SetUp[] => [
  { kind: 'never' },
  { kind: 'environment' },
  { kind: 'connected', id, failing: null },
  ...failures.map((failing) => ({ kind: 'connected', id, failing }) as const),
  { kind: 'disconnected', id },
];

/** Every combination of what can be. */
function* everything(): Generator<CallingFacts> {
  for (const said of ['real', 'sandbox', null] as const)
    for (const phone of setUps([
      'wrong_token',
      'account_suspended',
      'secret_unreadable',
      'carrier_unreachable',
    ]))
      for (const account of [own, null])
        for (const address of ['ready', 'none', 'failing'] as const)
          for (const voice of setUps(['key_refused', 'model_unreachable']))
            for (const sandbox of [lab, null])
              for (const probe of ['up', 'down', 'unknown'] as const)
                yield { said, phone, account, address, voice, sandbox, probe };
}

const all = [...everything()].map((facts) => ({ facts, decision: decideCalling(facts) }));
const base: CallingFacts = {
  ...{ said: 'real', phone: { kind: 'connected', id, failing: null }, account: own, address: 'ready' },
  ...{ voice: { kind: 'connected', id, failing: null }, sandbox: lab, probe: 'unknown' },
};
const decide = (changes: Partial<CallingFacts>) => decideCalling({ ...base, ...changes });

test('CN19: in every half-way state the side is the one that was said, and nobody else’s account is used', () => {
  expect(all.length).toBeGreaterThan(2_000);
  for (const { facts, decision } of all) {
    if (facts.said !== null) expect(decision.side).toBe(facts.said);
    if ('carrier' in decision)
      expect(decision.carrier).toBe(decision.side === 'real' ? facts.account : facts.sandbox);
  }
});

test('CN19: the scripted agent never speaks on a real call', () => {
  for (const { decision } of all)
    if ('voice' in decision && decision.side === 'real') expect(decision.voice).not.toBe('scripted');
});

test('CN19: a refusal has words and a status', () => {
  const codes = new Set(all.flatMap(({ decision }) => ('refused' in decision ? [decision.refused] : [])));
  expect([...codes].toSorted()).toEqual([
    ...['address_not_ready', 'model_disconnected', 'model_failing', 'no_sandbox'],
    ...['phone_disconnected', 'phone_failing'],
  ]);
  for (const code of codes) {
    expect(problemCodes).toContain(code);
    expect(statusOf[code]).toBeGreaterThanOrEqual(400);
  }
});

test('CN14: nobody has said a side: the environment says it with phone account and voice, and with nothing less', () => {
  for (const { facts, decision } of all)
    if (facts.said === null)
      expect(decision.side === 'real').toBe(
        facts.phone.kind === 'environment' && facts.voice.kind === 'environment',
      );
});

test.each<[Partial<CallingFacts>, object]>([
  [{}, { side: 'real', carrier: own, voice: id, note: null }],
  [{ voice: { kind: 'environment' } }, { side: 'real', voice: 'environment' }],
  [{ phone: { kind: 'never' } }, { refused: 'phone_disconnected' }],
  [{ phone: { kind: 'disconnected', id } }, { refused: 'phone_disconnected' }],
  [{ phone: { kind: 'connected', id, failing: 'wrong_token' } }, { refused: 'phone_failing' }],
  // The carrier may be back by now, and says itself what it thinks of the call.
  [{ phone: { kind: 'connected', id, failing: 'carrier_unreachable' } }, { side: 'real', carrier: own }],
  [{ account: null }, { refused: 'phone_failing' }],
  [{ address: 'none' }, { refused: 'address_not_ready' }],
  // The carrier would call back at an address where nobody answers: dead air on a real phone.
  [{ address: 'failing' }, { refused: 'address_not_ready' }],
  [
    { said: 'sandbox', address: 'failing' },
    { side: 'sandbox', carrier: lab },
  ],
  [{ voice: { kind: 'never' } }, { refused: 'model_disconnected' }],
  [{ voice: { kind: 'disconnected', id } }, { refused: 'model_disconnected' }],
  [{ voice: { kind: 'connected', id, failing: 'key_refused' } }, { refused: 'model_failing' }],
  [{ probe: 'down' }, { refused: 'model_failing' }],
  [{ said: 'sandbox' }, { side: 'sandbox', carrier: lab, voice: id, note: null }],
  [
    { said: 'sandbox', probe: 'down' },
    { carrier: lab, voice: 'scripted', note: 'model_stopped' },
  ],
  // Nothing has stopped where somebody disconnected it, and what fails says why.
  [
    { said: 'sandbox', voice: { kind: 'disconnected', id } },
    { carrier: lab, voice: 'scripted', note: null },
  ],
  [
    { said: 'sandbox', voice: { kind: 'connected', id, failing: 'key_refused' } },
    { carrier: lab, voice: 'scripted', note: 'key_refused' },
  ],
  [
    { said: 'sandbox', voice: { kind: 'never' } },
    { carrier: lab, voice: 'scripted', note: null },
  ],
  [
    { said: 'sandbox', sandbox: null },
    { side: 'sandbox', refused: 'no_sandbox' },
  ],
])('CN19: %o decides %o', (changes, expected) => {
  expect(decide(changes)).toMatchObject(expected);
});
