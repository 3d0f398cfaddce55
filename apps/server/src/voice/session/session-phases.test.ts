import { describe, expect, test } from 'vitest';
import { Driver, endCall, only, settings } from '../../../testing/voice/session/driver.ts';

describe('VS1 connecting, live, draining, closed', () => {
  test('a whole call passes through all of them', () => {
    const call = new Driver();
    expect(call.state.phase.kind).toBe('connecting');
    call.send({ type: 'carrier.started' });
    expect(call.state.phase.kind).toBe('live');
    call.playOut();
    call.hear('Hello?');
    call.reply('That was all. Goodbye.', endCall);
    expect(call.state.phase.kind).toBe('draining');
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'finished' });
    expect(call.news('closed')).toEqual([{ kind: 'closed', reason: 'finished', callReason: null }]);
  });

  test('forbids that a closed session does anything', () => {
    const call = Driver.answered();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    const closed = call.state;
    expect(call.hear('Are you there?')).toEqual([]);
    expect(call.send({ type: 'control.hangup' })).toEqual([]);
    expect(call.send({ type: 'carrier.started' })).toEqual([]);
    expect(call.state).toBe(closed);
  });

  test('forbids that anything but the start is heard while connecting', () => {
    const call = new Driver();
    expect(call.hear('Hello?')).toEqual([]);
    expect(call.send({ type: 'carrier.dtmf', digit: '1' })).toEqual([]);
    expect(call.state.phase.kind).toBe('connecting');
  });
});

describe('VS2 every wait has a timer', () => {
  test('in each stage of a call', () => {
    const call = new Driver();
    expect(call.timers()).toEqual(['connect']);
    call.send({ type: 'carrier.started' });
    expect(call.timers()).toEqual(['checkpoint', 'maxLength', 'playout']);
    call.playOut();
    expect(call.timers()).toEqual(['maxLength', 'silence']);
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    expect(call.timers()).toEqual(['listen', 'maxLength']);
    call.hear('Yes?');
    expect(call.timers()).toEqual(['answer', 'filler', 'maxLength', 'model']);
    call.reply('Goodbye.', endCall);
    expect(call.timers()).toEqual(['checkpoint', 'playout']);
    call.playOut();
    expect(call.timers()).toEqual(['closing']);
  });

  test('a carrier that opens a socket and never says whose call it is gets no session', () => {
    const call = new Driver();
    const effects = call.pass(10_000);
    expect(only(effects, 'hangUp')).toHaveLength(1);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'line_dropped' });
  });

  test('forbids timers after the end', () => {
    const call = Driver.answered();
    call.hear('Hello?');
    call.send({ type: 'carrier.stopped', how: 'dropped' });
    expect(call.timers()).toEqual([]);
    expect(call.pass(3_600_000)).toEqual([]);
  });
});

describe('VS3 late timers', () => {
  test('the timer that is running counts', () => {
    const call = Driver.answered();
    call.fire('silence', call.keyOf('silence'));
    expect(call.spoken()).toContain(settings.phrases.areYouThere);
  });

  test('forbids that one which was cleared or replaced counts', () => {
    const call = Driver.answered();
    const stale = call.keyOf('silence');
    call.hear('Yes?');
    expect(call.fire('silence', stale)).toEqual([]);
    const waiting = call.keyOf('model');
    call.send({ type: 'engine.agentText', itemId: call.turnId(), text: 'Well, ' });
    expect(call.fire('model', waiting)).toEqual([]);
    expect(call.state.agent.kind).toBe('speaking');
  });
});

describe('VS4 the first words', () => {
  test('say who it is, at once', () => {
    const call = new Driver();
    call.send({ type: 'carrier.started' });
    expect(call.all('sayText')).toMatchObject([{ text: settings.opening, last: true, interruptible: true }]);
  });

  test('forbids asking the model before the other side has spoken', () => {
    const call = new Driver();
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard: 'Hello, this' });
    call.pass(4_000);
    call.pass(60_000);
    expect(call.all('respond')).toEqual([]);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'silence' });
  });
});
