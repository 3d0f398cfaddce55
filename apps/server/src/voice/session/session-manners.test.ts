import { describe, expect, test } from 'vitest';
import { SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';
import { builtInTools, ToolRegistry } from '../tools/tool-registry.ts';
import { plainManners, type TransferChoice } from './manners.ts';

const asked = (call: SessionDriver) => call.effectsOf('respond').length;

describe('VS42 the other party speaks first', () => {
  const manners = { ...plainManners, firstSpeaker: 'other-party' } as const;

  function picksUp(over = {}): SessionDriver {
    const call = new SessionDriver({ manners, ...over });
    call.send({ type: 'carrier.started' });
    return call;
  }

  test('the opening follows their first words, and the answer follows the opening', () => {
    const call = picksUp();
    expect(call.spoken()).toBe('');
    call.callerSays('Miller, good morning.');
    call.reply('How are you?');
    call.playOut();
    expect(call.transcript()).toEqual([
      'user: Miller, good morning.',
      `agent: ${settings.opening} How are you?`,
    ]);
  });

  test('who says nothing is greeted after a while', () => {
    const call = picksUp();
    call.advance(settings.limits.firstWordsMs - 1);
    expect(call.spoken()).toBe('');
    call.advance(1);
    expect([call.spoken(), asked(call)]).toEqual([settings.opening, 0]);
  });

  test('a key counts as a first word', () => {
    const call = picksUp();
    call.send({ type: 'carrier.dtmf', digit: '#' });
    expect([asked(call), call.spoken()]).toEqual([1, settings.opening]);
  });

  test('to a speech engine: it says the opening before its own answer', () => {
    const call = picksUp({ speech: 'audio' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    const itemId = call.effectsOf('sayText')[0]?.itemId ?? '';
    expect(call.spoken()).toBe(settings.opening);
    call.send({ type: 'engine.audio', itemId, ms: 400, payload: 'AA' });
    call.send({ type: 'engine.done', itemId });
    expect(asked(call)).toBe(1);
  });

  test('forbids the opening to be said twice', () => {
    const call = picksUp();
    call.callerSays('Hello?');
    call.reply('Good morning.');
    call.playOut();
    call.callerSays('Yes?');
    call.advance(settings.limits.firstWordsMs);
    expect(call.spoken().split(settings.opening)).toHaveLength(2);
  });

  test('forbids a resumed session to wait: it apologises at once', () => {
    const call = picksUp({ resumed: [], firstOrdinal: 3 });
    expect(call.spoken()).toContain(settings.phrases.cutOff);
  });
});

describe('VS43 the keypad', () => {
  test('is part of the conversation where it is on', () => {
    const call = SessionDriver.answered();
    call.send({ type: 'carrier.dtmf', digit: '#' });
    expect(asked(call)).toBe(1);
  });

  test('forbids a key to have any effect where it is off', () => {
    const call = SessionDriver.answered({ manners: { ...plainManners, keypad: false } });
    const before = call.state;
    expect(call.send({ type: 'carrier.dtmf', digit: '#' })).toEqual([]);
    expect(call.state).toBe(before);
  });
});

const always = (name: string): TransferChoice => ({ name, when: '', reach: 'always' });
const atHours: TransferChoice = {
  name: 'Reception',
  when: 'questions about bills',
  reach: [{ fromMs: 60_000, untilMs: 120_000 }],
};
const transfer = (to?: string) => ({ name: 'transfer_call', input: { ...(to && { to }), reason: 'asked' } });

describe('VS44 transfer targets', () => {
  const transfers = [atHours, always('Doctor')];
  const tools = new ToolRegistry(builtInTools).offeredOn({ speech: 'text', canTransfer: true, transfers });

  function wantsPerson(afterMs = 0): SessionDriver {
    const call = SessionDriver.answered({ manners: { ...plainManners, transfers }, tools });
    call.advance(afterMs);
    call.callerSays('A person, please.');
    return call;
  }

  test('are offered to the model by name, and who is not there', () => {
    const tool = tools.find(({ name }) => name === 'transfer_call');
    expect(tool?.parameters).toMatchObject({ properties: { to: { enum: ['Reception', 'Doctor'] } } });
    expect(tool?.guidance).toContain('"Reception" is not there at this hour.');
    expect(tool?.guidance).not.toContain('Doctor');
  });

  test.each([
    ['the one it names', 'Doctor', 0, 'Doctor'],
    ['the one it names, in their hours', 'Reception', 61_000, 'Reception'],
    ['whoever can be reached, where it names nobody', undefined, 0, 'Doctor'],
  ])('connects with %s', (_what, to, afterMs, connected) => {
    const call = wantsPerson(0);
    call.at += afterMs;
    call.reply('One moment.', transfer(to));
    call.playOut();
    expect(call.effectsOf('transfer')).toEqual([{ type: 'transfer', to: connected, reason: 'asked' }]);
  });

  test('the desk transfers to the first who can be reached', () => {
    const call = wantsPerson();
    call.send({ type: 'control.transfer', reason: 'from the desk' });
    call.playOut();
    expect(call.effectsOf('transfer')).toMatchObject([{ to: 'Doctor' }]);
  });

  test('forbids to connect outside of hours: the model is told to offer a message', () => {
    const call = wantsPerson();
    call.reply('One moment.', transfer('Reception'));
    call.playOut();
    expect(call.effectsOf('transfer')).toEqual([]);
    expect(call.state.phase.kind).toBe('live');
    expect(JSON.stringify(call.state.history)).toContain('offer to take a message');
  });

  test('forbids to connect with somebody who is not named', () => {
    const call = wantsPerson();
    call.reply('One moment.', transfer('Somebody else'));
    call.playOut();
    expect(call.effectsOf('transfer')).toEqual([]);
  });
});
