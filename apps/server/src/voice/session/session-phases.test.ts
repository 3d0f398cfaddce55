import { describe, expect, test } from 'vitest';
import { endCall, ofType, SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';
import { accepts } from './control.ts';

describe('VS1 connecting, live, ending, closed', () => {
  test('a whole call passes through all of them', () => {
    const call = new SessionDriver();
    expect(call.state.phase.kind).toBe('connecting');
    call.send({ type: 'carrier.started' });
    expect(call.state.phase.kind).toBe('live');
    call.playOut();
    call.callerSays('Hello?');
    call.reply('That was all. Goodbye.', endCall);
    expect(call.state.phase.kind).toBe('ending');
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'finished' });
    expect(call.notifications('closed')).toEqual([{ kind: 'closed', reason: 'finished', callReason: null }]);
  });

  test('forbids an opening for somebody who has hung up before, and keeps what they said', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started', isGone: true });
    call.callerSays('Hello?');
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.transcript()).toEqual(['user: Hello?']);
  });

  test('forbids that a closed session does anything', () => {
    const call = SessionDriver.answered();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    const closed = call.state;
    expect(call.callerSays('Are you there?')).toEqual([]);
    expect(call.send({ type: 'control.hangup' })).toEqual([]);
    expect(call.send({ type: 'carrier.started' })).toEqual([]);
    expect(call.state).toBe(closed);
  });

  test('forbids that a closed session, or one that only waits for late text, takes a note that it would not store', () => {
    const takesNote = ({ state }: SessionDriver) => accepts(state, { type: 'control.note' }, 0);
    const call = SessionDriver.answered();
    expect(takesNote(call)).toBe(true);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(takesNote(call)).toBe(false);
    expect(takesNote(new SessionDriver())).toBe(false);
    const audio = SessionDriver.answered({ speech: 'audio' });
    audio.send({ type: 'engine.speechStarted', itemId: 'user-1' });
    audio.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(audio.state.phase).toMatchObject({ kind: 'ending', stage: 'gone' });
    expect(takesNote(audio)).toBe(false);
  });

  test('forbids that anything but the start is heard while connecting', () => {
    const call = new SessionDriver();
    expect(call.callerSays('Hello?')).toEqual([]);
    expect(call.send({ type: 'carrier.dtmf', digit: '1' })).toEqual([]);
    expect(call.state.phase.kind).toBe('connecting');
  });
});

describe('VS2 every wait has a timer', () => {
  test('sets the expected timers in each phase', () => {
    const call = new SessionDriver();
    expect(call.timers()).toEqual(['connect']);
    call.send({ type: 'carrier.started' });
    expect(call.timers()).toEqual(['checkpoint', 'maxLength', 'playout']);
    call.playOut();
    expect(call.timers()).toEqual(['maxLength', 'silence']);
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    expect(call.timers()).toEqual(['listen', 'maxLength']);
    call.callerSays('Yes?');
    expect(call.timers()).toEqual(['answer', 'filler', 'maxLength', 'model']);
    call.reply('Goodbye.', endCall);
    expect(call.timers()).toEqual(['checkpoint', 'playout']);
    call.playOut();
    expect(call.timers()).toEqual(['closing']);
  });

  test('a carrier that opens a socket and never says whose call it is gets no session', () => {
    const call = new SessionDriver();
    const effects = call.advance(10_000);
    expect(ofType(effects, 'hangUp')).toHaveLength(1);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'line_dropped' });
  });

  test('forbids timers after the end', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    call.send({ type: 'carrier.stopped', how: 'dropped' });
    expect(call.timers()).toEqual([]);
    expect(call.advance(3_600_000)).toEqual([]);
  });
});

describe('VS3 late timers', () => {
  test('the timer that is running counts', () => {
    const call = SessionDriver.answered();
    call.fire('silence', call.keyOf('silence'));
    expect(call.spoken()).toContain(settings.phrases.areYouThere);
  });

  test('forbids that one which was cleared or replaced counts', () => {
    const call = SessionDriver.answered();
    const stale = call.keyOf('silence');
    call.callerSays('Yes?');
    expect(call.fire('silence', stale)).toEqual([]);
    const waiting = call.keyOf('model');
    call.send({ type: 'engine.agentText', itemId: call.turnId(), text: 'Well, ' });
    expect(call.fire('model', waiting)).toEqual([]);
    expect(call.state.agent.kind).toBe('speaking');
  });
});

describe('VS4 the first words', () => {
  test('say who it is, at once', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    expect(call.effectsOf('sayText')).toMatchObject([
      { text: settings.opening, last: true, interruptible: true },
    ]);
  });

  test('forbids asking the model before the other side has spoken', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard: 'Hello, this' });
    call.advance(4_000);
    call.advance(60_000);
    expect(call.effectsOf('respond')).toEqual([]);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'silence' });
  });
});
