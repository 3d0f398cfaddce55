import { describe, expect, test } from 'vitest';
import { endCall, ofType, SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';
import { visibleCharacters } from './heard.ts';
import { speakingMs } from './speaking-time.ts';

const { phrases } = settings;

describe('VS17 silence', () => {
  test('asks, then says goodbye', () => {
    const call = SessionDriver.answered();
    expect(ofType(call.advance(8_000), 'sayText')).toMatchObject([{ text: phrases.areYouThere }]);
    call.playOut();
    expect(ofType(call.advance(8_000), 'sayText')).toMatchObject([
      { text: phrases.silenceGoodbye, interruptible: false },
    ]);
    call.playOut();
    expect(call.effectsOf('end')).toHaveLength(1);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ reason: 'silence', callReason: 'silence' }]);
  });

  test('forbids giving up on somebody who answers', () => {
    const call = SessionDriver.answered();
    call.advance(8_000);
    call.playOut();
    call.callerSays('Yes, I am here.');
    call.reply('Good.');
    call.playOut();
    call.advance(8_000);
    expect(call.effectsOf('sayText').at(-1)?.text).toBe(phrases.areYouThere);
    expect(call.state.phase.kind).toBe('live');
  });
});

describe('VS18 the longest length', () => {
  test('ends with a goodbye, behind what is being said', () => {
    const call = SessionDriver.answered({ limits: { ...settings.limits, maxLengthMs: 30_000 } });
    call.advance(7_000);
    call.callerSays('Go on.');
    call.reply('This is a long story that takes a while to tell.');
    call.advance(23_000);
    const { agent } = call.state;
    expect(call.effectsOf('sayText').at(-1)?.text).toContain(phrases.maxLengthGoodbye);
    expect(agent.kind === 'speaking' && agent.utterance.interruptible).toBe(false);
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: 'max_length' }]);
  });

  test('forbids that a goodbye called off starts the count anew', () => {
    const call = SessionDriver.answered({ limits: { ...settings.limits, maxLengthMs: 20_000 } });
    call.advance(5_000);
    call.callerSays('That is all.');
    call.reply('Goodbye.', endCall);
    call.callerSays('Wait, one more thing.');
    call.reply('Yes?');
    call.playOut();
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    expect(ofType(call.advance(15_000), 'sayText').at(-1)?.text).toBe(phrases.maxLengthGoodbye);
  });
});

describe('VS19 the model fails', () => {
  test('once: it is asked again and nobody notices', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const first = call.effectsOf('respond').at(-1);
    call.send({ type: 'engine.failed', itemId: call.turnId(), kind: 'unreachable', retryable: true });
    const second = call.effectsOf('respond').at(-1);
    expect(second).toMatchObject({ attempt: 2, history: first?.history });
    expect(second?.itemId).not.toBe(first?.itemId);
    call.reply('Good morning.');
    call.playOut();
    expect(call.transcript().at(-1)).toBe('agent: Good morning.');
  });

  test('for good: an apology, a goodbye, and the reason', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    call.send({ type: 'engine.failed', itemId: call.turnId(), kind: 'busy', retryable: true });
    call.send({ type: 'engine.failed', itemId: call.turnId(), kind: 'busy', retryable: true });
    expect(call.effectsOf('sayText').at(-1)?.text).toBe(phrases.apology);
    call.playOut();
    expect(call.effectsOf('end')).toHaveLength(1);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: 'agent_failed' }]);
    expect(call.transcript().at(-1)).toBe('system: The agent could not go on with the conversation.');
  });

  test('in the middle of a sentence: it says so and begins again', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const itemId = call.turnId();
    call.send({ type: 'engine.agentText', itemId, text: 'Your appoint' });
    call.send({ type: 'engine.failed', itemId, kind: 'cut', retryable: true });
    call.reply('Your appointment is on Tuesday.');
    call.playOut();
    expect(call.transcript().at(-1)).toBe(
      `agent: Your appoint ${phrases.sayAgain} Your appointment is on Tuesday.`,
    );
  });

  test.each([
    ['characters', { characters: settings.limits.answerCharacters + 1, pieceMs: 0 }],
    ['time', { characters: 100, pieceMs: settings.limits.answerMs / 50 }],
  ])('talks without end (%s): it is stopped, not asked again, and there is an apology', (_what, talk) => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const itemId = call.turnId();
    for (let sent = 0; sent < talk.characters && call.state.phase.kind === 'live'; sent += 1) {
      call.send({ type: 'engine.agentText', itemId, text: 'a' });
      if (talk.pieceMs > 0) call.advance(talk.pieceMs);
    }
    expect(call.effectsOf('cancel')).toEqual([{ type: 'cancel', itemId }]);
    expect(call.effectsOf('respond')).toHaveLength(1);
    expect(call.effectsOf('sayText').at(-1)?.text).toContain(phrases.apology);
    expect(call.state.phase).toMatchObject({ kind: 'ending', ending: { reason: 'agent_failed' } });
  });

  test('says nothing and does nothing: that is a failure too', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    expect(ofType(call.reply(''), 'respond')).toMatchObject([{ attempt: 2 }]);
  });

  test('does not answer at all: fillers, one more try, an apology; never five seconds without a word', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const from = call.effects.length;
    const spokenAt: number[] = [call.at];
    for (let half = 0; half < 40; half += 1) {
      if (ofType(call.advance(500), 'sayText').length > 0) spokenAt.push(call.at);
    }
    expect(ofType(call.effects.slice(from), 'respond')).toHaveLength(1);
    expect(call.spoken()).toContain(phrases.fillers[0]);
    expect(call.spoken()).toContain(phrases.apology);
    const gaps = spokenAt.slice(1).map((at, index) => at - (spokenAt[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(5_000);
  });

  test('does not answer at all, and the other party says okay to every filler: given up all the same', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const from = call.at;
    // A turn shorter than the model's time: each word of theirs asks the model anew.
    for (let turn = 0; turn < 20 && call.state.phase.kind === 'live'; turn += 1) {
      for (let half = 0; half < 10; half += 1) call.advance(500);
      if (call.state.phase.kind === 'live') call.callerSays('Okay.');
    }
    expect(call.state.phase).toMatchObject({ kind: 'ending', ending: { reason: 'agent_failed' } });
    expect(call.spoken()).toContain(phrases.apology);
    expect(call.at - from).toBeLessThanOrEqual(2 * settings.limits.modelMs + 5_000);
  });

  test('forbids giving up on a model that answers between what the other party says', () => {
    const call = SessionDriver.answered();
    for (let turn = 0; turn < 20; turn += 1) {
      call.callerSays('And then?');
      call.advance(3_000);
      call.callerSays('Hello?');
      call.advance(3_000);
      call.reply('It goes on.');
      call.playOut();
    }
    expect(call.state.phase.kind).toBe('live');
  });

  test('forbids a second try where trying again cannot help', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const effects = call.send({
      type: 'engine.failed',
      itemId: call.turnId(),
      kind: 'refused',
      retryable: false,
    });
    expect(ofType(effects, 'respond')).toEqual([]);
    expect(ofType(effects, 'sayText')).toMatchObject([{ text: phrases.apology }]);
  });

  test('forbids a third try', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      call.send({ type: 'engine.failed', itemId: call.turnId(), kind: 'cut', retryable: true });
    }
    expect(call.effectsOf('respond')).toHaveLength(2);
    expect(call.state.agent.kind === 'speaking' && call.state.agent.turn).toBeNull();
  });
});

describe('VS20 a machine answers', () => {
  test('stop at once, hang up, leave nothing', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    call.advance(1_500);
    const effects = call.send({ type: 'control.amdResult', answeredBy: 'machine' });
    expect(ofType(effects, 'end')).toHaveLength(1);
    expect(ofType(effects, 'sayText')).toEqual([]);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: 'voicemail' }]);
    expect(call.transcript()).toEqual([
      'agent: Hello, this is*',
      'system: A machine answered. No message was left.',
    ]);
  });

  test('what only the clock takes for heard to its end is not stored as if somebody had told so', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    call.advance(speakingMs(settings.opening));
    call.send({ type: 'control.amdResult', answeredBy: 'machine' });
    expect(call.transcript()).toEqual([`agent: ${settings.opening}*?`]);
  });

  test('and what the carrier has told of is whole', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    const itemId = call.effectsOf('sayText')[0]?.itemId ?? '';
    call.send({ type: 'carrier.played', itemId, characters: visibleCharacters(settings.opening) });
    call.send({ type: 'control.amdResult', answeredBy: 'machine' });
    expect(call.transcript()).toEqual([`agent: ${settings.opening}`]);
  });

  test('also when the model notices it first', () => {
    const call = SessionDriver.answered();
    call.callerSays('Please leave a message after the tone.');
    const effects = call.reply('', { name: 'end_call', input: { reason: 'voicemail' } });
    expect(ofType(effects, 'end')).toHaveLength(1);
    expect(ofType(effects, 'sayText')).toEqual([]);
  });

  test('an AMD result before carrier.started hangs up the call', () => {
    const call = new SessionDriver();
    expect(ofType(call.send({ type: 'control.amdResult', answeredBy: 'fax' }), 'hangUp')).toHaveLength(1);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'voicemail' });
  });

  test('forbids hanging up on whoever might be a person', () => {
    const call = SessionDriver.answered();
    expect(call.send({ type: 'control.amdResult', answeredBy: 'unknown' })).toEqual([]);
    expect(call.send({ type: 'control.amdResult', answeredBy: 'human' })).toEqual([]);
  });
});
