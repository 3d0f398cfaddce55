import { type ProblemCode, problemCodes, problemOf } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { addressChecks } from './address.ts';
import { mailCheck, storageCheck } from './deployment.ts';
import { broken, checkNames, toDo } from './finding.ts';
import { numbersCheck } from './numbers.ts';
import { phoneCheck } from './phone.ts';
import { modelCheck, speechCheck } from './voice.ts';

const here = { voice: true, pointsHere: true, goesTo: 'https://desk.example.com/voice' };

describe('what blocks real calls', () => {
  test('a fault of the phone, the address or the voice does; one of mail or storage does not', () => {
    const problem = problemOf('carrier_unreachable');
    expect(broken('phone', problem).blocks).toBe(true);
    expect(broken('address-socket', problem).blocks).toBe(true);
    expect(broken('model', problem).blocks).toBe(true);
    expect(broken('mail', problem).blocks).toBe(false);
    expect(broken('storage', problem).blocks).toBe(false);
    expect(toDo('model', 'Not tried yet.', null).blocks).toBe(true);
  });

  test('a number that goes elsewhere does not: calls can be made from it', () => {
    const elsewhere = { ...here, pointsHere: false, goesTo: 'https://old.example.com' };
    const check = numbersCheck([
      { number: '+15005550006', atCarrier: here },
      { number: '+15005550007', atCarrier: elsewhere },
      { number: '+15005550008', atCarrier: { ...elsewhere, goesTo: '' } },
    ]);
    expect(check).toMatchObject({
      state: 'to-do',
      blocks: false,
      message: 'Calls to +15005550007 go to https://old.example.com, and to +15005550008 go to nowhere.',
    });
  });
});

describe('sentences', () => {
  test.each([
    ['phone', phoneCheck({ account: null, problem: null }), 'to-do', 'No phone account is connected.'],
    [
      'a trial account',
      phoneCheck({
        account: { shown: 'AC1', trial: true, balance: { amount: '3.10', currency: 'USD' } },
        problem: null,
      }),
      'ok',
      'AC1 is accepted. Balance 3.10 USD. It is a trial account: it calls only numbers that you have verified.',
    ],
    ['numbers', numbersCheck([]), 'to-do', 'No number is chosen.'],
    [
      'a number that is gone',
      numbersCheck([{ number: '+15005550006', atCarrier: null }]),
      'fault',
      '+15005550006 is no longer in the account.',
    ],
    [
      'a number without voice',
      numbersCheck([{ number: '+15005550006', atCarrier: { ...here, voice: false } }]),
      'fault',
      '+15005550006 cannot make or take calls: it has no voice.',
    ],
    ['no model', modelCheck({ model: null, problem: null }), 'to-do', 'No model is connected.'],
    ['a model', modelCheck({ model: 'llama3.2', problem: null }), 'ok', 'llama3.2 answers.'],
    ['speech', speechCheck({ model: 'gpt-realtime', problem: null }), 'ok', 'gpt-realtime speaks.'],
    [
      'no mail',
      mailCheck({ host: null, problem: null }),
      'to-do',
      'No mail server is connected: no messages are sent.',
    ],
    [
      'storage',
      storageCheck({ place: 'the bucket calls', problem: null }),
      'ok',
      'the bucket calls: a file was stored, read and deleted.',
    ],
  ])('%s', (_, check, state, message) => {
    expect(check).toMatchObject({ state, message });
    expect(check.name).toBe(checkNames[check.id as keyof typeof checkNames]);
  });

  test('a fault says what is wrong and what to do, in the words of whoever can do it', () => {
    const problem = problemOf('wrong_token');
    expect(phoneCheck({ account: null, problem })).toMatchObject({
      state: 'fault',
      message: problem.sentence,
      remedy: problem.remedy,
    });
    const remedy = 'Check TWILIO_AUTH_TOKEN.';
    expect(phoneCheck({ account: null, problem, remedy })).toMatchObject({ remedy });
  });
});

describe('an address', () => {
  const ofAddress = problemCodes.filter((code) => /^(address|certificate|socket)_/.test(code));

  test.each(ofAddress)('%s stands at one step, and nothing after it was tried', (code: ProblemCode) => {
    const states = addressChecks('https://desk.example.com', problemOf(code)).map(({ state }) => state);
    const at = states.indexOf('fault');
    expect(at).toBeGreaterThanOrEqual(0);
    expect(states).toEqual(states.map((_, index) => (index < at ? 'ok' : index === at ? 'fault' : 'to-do')));
  });
});
