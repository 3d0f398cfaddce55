import { describe, expect, test } from 'vitest';
import { ofType, SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';
import type { SessionSettings } from './settings.ts';

const { cutOff } = settings.phrases;

/** A conversation that was lost while the agent was answering. */
const talked: Pick<SessionSettings, 'resumed' | 'firstOrdinal'> = {
  firstOrdinal: 103,
  resumed: [
    { ordinal: 0, entry: { kind: 'agent', text: settings.opening, interrupted: false } },
    { ordinal: 1, entry: { kind: 'said', text: 'Can I come on Monday?' } },
    { ordinal: 2, entry: { kind: 'agent', text: 'On Monday we', interrupted: true } },
  ],
};

describe('VS37 a session that resumes a lost one', () => {
  test('apologises in one sentence, then the agent goes on with what was said', () => {
    const call = new SessionDriver(talked);
    call.send({ type: 'carrier.started' });
    expect(call.spoken()).toBe(cutOff);
    expect(call.effectsOf('respond')).toEqual([]);
    call.playOut();
    expect(call.effectsOf('respond').map(({ history }) => history)).toEqual([
      [
        ...(talked.resumed ?? []).map(({ entry }) => entry),
        { kind: 'agent', text: cutOff, interrupted: false },
        { kind: 'cut' },
      ],
    ]);
    call.reply('On Monday we are open.');
    call.playOut();
    expect(call.transcript()).toEqual([`agent: ${cutOff}`, 'agent: On Monday we are open.']);
    expect(Math.min(...call.segments().map(({ ordinal }) => ordinal))).toBe(103);
  });

  test('says who is speaking again to somebody who had not said a word, and waits for them', () => {
    const call = new SessionDriver({ firstOrdinal: 101, resumed: (talked.resumed ?? []).slice(0, 1) });
    call.send({ type: 'carrier.started' });
    expect(call.spoken()).toBe(`${cutOff} ${settings.opening}`);
    call.playOut();
    expect(call.effectsOf('respond')).toEqual([]);
    expect(call.timers()).toContain('silence');
  });

  test('answers the other party instead, where they speak during the apology', () => {
    const call = new SessionDriver(talked);
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard: 'I am sorry,' });
    call.callerSays('Hello, are you there?');
    const [first, ...others] = call.effectsOf('respond');
    expect(first?.history.at(-1)).toEqual({ kind: 'said', text: 'Hello, are you there?' });
    call.reply('Yes, I am here.');
    call.playOut();
    expect(others).toEqual([]);
    expect(call.effectsOf('respond')).toHaveLength(1);
  });

  test('on audio the engine says the apology, and is asked to go on when it was played', () => {
    const call = new SessionDriver({ ...talked, speech: 'audio' });
    call.send({ type: 'carrier.started' });
    const [said] = call.effectsOf('sayText');
    expect(said?.text).toBe(cutOff);
    const itemId = said?.itemId ?? '';
    call.send({ type: 'engine.audio', itemId, ms: 900, payload: 'AA' });
    call.send({ type: 'engine.agentText', itemId, text: cutOff });
    call.send({ type: 'engine.done', itemId });
    expect(call.effectsOf('respond')).toEqual([]);
    const effects = call.send({ type: 'carrier.mark', itemId, ms: 900 });
    expect(ofType(effects, 'respond')[0]?.history.at(-1)).toEqual({ kind: 'cut' });
  });

  test('on audio the engine answers the other party by itself, and is not asked to go on as well', () => {
    const call = new SessionDriver({ ...talked, speech: 'audio' });
    call.send({ type: 'carrier.started' });
    const itemId = call.effectsOf('sayText')[0]?.itemId ?? '';
    call.send({ type: 'engine.audio', itemId, ms: 900, payload: 'AA' });
    call.send({ type: 'engine.agentText', itemId, text: cutOff });
    call.send({ type: 'engine.done', itemId });
    call.send({ type: 'engine.speechStarted', itemId: 'theirs' });
    call.send({ type: 'engine.speechStopped', itemId: 'theirs' });
    call.send({ type: 'engine.userText', itemId: 'theirs', text: 'Are you there?' });
    call.send({ type: 'carrier.mark', itemId, ms: 900 });
    call.playOut();
    expect(call.effectsOf('respond')).toEqual([]);
  });

  test('forbids going on twice, and going on after the goodbye has begun', () => {
    const call = new SessionDriver(talked);
    call.send({ type: 'carrier.started' });
    call.send({ type: 'control.drain', withinMs: 0 });
    call.advance(0);
    call.playOut();
    expect(call.effectsOf('respond')).toEqual([]);
    expect(call.state.phase.kind).toBe('ending');
  });
});

describe('VS38 a transfer that the desk asks for', () => {
  test('is announced and made, whatever was being said', () => {
    const call = SessionDriver.answered();
    call.callerSays('I want to talk to somebody.');
    call.send({ type: 'control.transfer', reason: 'A colleague takes over.' });
    expect(call.spoken()).toContain(settings.phrases.transferring);
    call.playOut();
    expect(call.effectsOf('transfer')).toEqual([
      { type: 'transfer', to: null, reason: 'A colleague takes over.' },
    ]);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'transferred' });
  });

  test('forbids it where nobody can be connected, and after the end has begun', () => {
    const alone = SessionDriver.answered({ canTransfer: false });
    expect(alone.send({ type: 'control.transfer', reason: '' })).toEqual([]);
    const ending = SessionDriver.answered();
    ending.send({ type: 'control.hangup' });
    expect(ending.send({ type: 'control.transfer', reason: '' })).toEqual([]);
    expect(ending.effectsOf('transfer')).toEqual([]);
  });
});

describe('VS23 a session after a transfer that nobody took', () => {
  const { notTransferred } = settings.phrases;
  const back = { ...talked, backFromTransfer: true, canTransfer: false };

  test.each(['text', 'audio'] as const)('%s: says so and asks what else it can do, and waits', (speech) => {
    const call = new SessionDriver({ ...back, speech });
    call.send({ type: 'carrier.started' });
    if (speech === 'text') {
      expect(call.spoken()).toBe(notTransferred);
      call.playOut();
      expect(call.effectsOf('respond')).toEqual([]);
    }
    expect(JSON.stringify(call.effects)).not.toContain(cutOff);
    expect(JSON.stringify(call.effects)).toContain(notTransferred);
  });

  test('answers what they say then, and offers no other transfer', () => {
    const call = new SessionDriver(back);
    call.send({ type: 'carrier.started' });
    call.playOut();
    call.callerSays('Then take a message, please.');
    const [asked] = call.effectsOf('respond');
    expect(asked?.history.slice(-2)).toEqual([
      { kind: 'agent', text: notTransferred, interrupted: false },
      { kind: 'said', text: 'Then take a message, please.' },
    ]);
    call.send({ type: 'control.transfer', reason: 'They insist.' });
    expect(call.effectsOf('transfer')).toEqual([]);
  });

  test('says nothing else to somebody who had not said a word', () => {
    const call = new SessionDriver({ ...back, resumed: (talked.resumed ?? []).slice(0, 1) });
    call.send({ type: 'carrier.started' });
    expect(call.spoken()).toBe(notTransferred);
  });
});
