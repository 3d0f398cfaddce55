import { describe, expect, test } from 'vitest';
import { endCall, ofType, SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';

const { phrases } = settings;

describe('VS21 the goodbye is heard', () => {
  test('end is sent when the carrier has reported it as played', () => {
    const call = SessionDriver.answered();
    call.callerSays('Bye.');
    call.reply('Thank you, and goodbye.', endCall);
    expect(call.effectsOf('end')).toEqual([]);
    call.playOut();
    expect(call.effectsOf('end')).toHaveLength(1);
  });

  test('or after the time it takes, where the carrier reports nothing', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    call.advance(10_000);
    call.callerSays('Bye.');
    call.reply('Thank you, and goodbye.', endCall);
    call.advance(1_800);
    expect(call.effectsOf('end')).toEqual([]);
    call.advance(1_500);
    expect(call.effectsOf('end')).toHaveLength(1);
  });

  test('an end without a word still gets a goodbye', () => {
    const call = SessionDriver.answered();
    call.callerSays('Bye.');
    expect(ofType(call.reply('', endCall), 'sayText')).toMatchObject([{ text: phrases.goodbye }]);
  });

  test('speech of the other party cancels it, once', () => {
    const call = SessionDriver.answered();
    call.callerSays('Bye.');
    call.reply('Thank you, and goodbye.', endCall);
    call.send({ type: 'carrier.interrupt', heard: 'Thank you' });
    expect(call.state.phase.kind).toBe('live');
    expect(ofType(call.callerSays('Wait, at what time?'), 'respond')).toHaveLength(1);
    call.reply('At ten. Goodbye.', endCall);
    call.send({ type: 'carrier.interrupt', heard: 'At ten.' });
    expect(call.state.phase.kind).toBe('ending');
    expect(call.effectsOf('end')).toHaveLength(1);
  });

  test('forbids dropping the line in the middle of the goodbye', () => {
    const call = SessionDriver.answered();
    call.callerSays('Bye.');
    call.reply('Thank you, and goodbye.', endCall);
    const { agent } = call.state;
    const itemId = agent.kind === 'speaking' ? agent.utterance.itemId : '';
    call.send({ type: 'carrier.played', itemId, characters: 12 });
    call.advance(2_000);
    expect(call.effectsOf('end')).toEqual([]);
  });

  test('forbids that speech cancels a goodbye of the session itself', () => {
    const call = SessionDriver.answered({ limits: { ...settings.limits, maxLengthMs: 5_000 } });
    call.advance(5_000);
    call.callerSays('But I have a question.');
    expect(call.effectsOf('respond')).toEqual([]);
    expect(call.state.phase.kind).toBe('ending');
    expect(call.transcript().at(-1)).toBe('user: But I have a question.');
  });
});

describe('VS22 end is sent once', () => {
  test('a carrier that does not stop is told to hang up, and after that nothing is waited for', () => {
    const call = SessionDriver.answered();
    call.callerSays('Bye.');
    call.reply('Goodbye.', endCall);
    call.playOut();
    expect(ofType(call.advance(5_000), 'hangUp')).toHaveLength(1);
    expect(call.state.phase.kind).toBe('ending');
    call.advance(5_000);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'finished' });
  });

  test('forbids a second end', () => {
    const call = SessionDriver.answered();
    call.callerSays('Bye.');
    call.reply('Goodbye.', endCall);
    call.playOut();
    call.send({ type: 'control.hangup' });
    call.send({ type: 'control.amdResult', answeredBy: 'machine' });
    call.callerSays('Bye bye.');
    call.advance(3_000);
    expect(call.effectsOf('end')).toHaveLength(1);
  });
});

describe('VS23 transfer', () => {
  const transfer = { name: 'transfer_call', input: { reason: 'wants the billing desk' } } as const;

  test('starts only after the announcement has been played', () => {
    const call = SessionDriver.answered();
    call.callerSays('Can I talk to a person?');
    call.reply('Of course, I am connecting you.', transfer);
    expect(call.effectsOf('transfer')).toEqual([]);
    call.playOut();
    expect(call.effectsOf('transfer')).toEqual([
      { type: 'transfer', to: null, reason: 'wants the billing desk' },
    ]);
    expect(call.effectsOf('end')).toEqual([]);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: 'transferred' }]);
    expect(call.transcript().at(-1)).toBe('system: Transferred to a person.');
  });

  test('without a word from the model it is announced all the same', () => {
    const call = SessionDriver.answered();
    call.callerSays('Can I talk to a person?');
    expect(ofType(call.reply('', transfer), 'sayText')).toMatchObject([{ text: phrases.transferring }]);
  });

  test('forbids saying that somebody was transferred who hung up before', () => {
    const call = SessionDriver.answered();
    call.callerSays('Can I talk to a person?');
    call.reply('Of course, I am connecting you.', transfer);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ reason: 'hung_up' }]);
  });

  test('that the carrier refuses is told, and the talk goes on', () => {
    const call = SessionDriver.answered();
    call.callerSays('I want to talk to a person.');
    call.reply('Of course, I am connecting you.', transfer);
    call.playOut();
    const effects = call.send({ type: 'control.transferFailed' });
    expect(ofType(effects, 'sayText')).toMatchObject([{ text: phrases.notTransferred }]);
    expect(call.transcript().at(-1)).toBe('system: The call could not be transferred.');
    call.playOut();
    call.callerSays('Then tell them to call me back.');
    call.reply('I will.', transfer);
    call.playOut();
    expect(call.effectsOf('transfer')).toHaveLength(1);
    expect(call.state.phase.kind).toBe('live');
  });

  test('forbids taking up a talk again that was not being transferred', () => {
    const call = SessionDriver.answered();
    call.callerSays('That is all.');
    call.reply('Goodbye.', endCall);
    call.playOut();
    expect(call.send({ type: 'control.transferFailed' })).toEqual([]);
  });

  test('forbids it where there is nobody to transfer to', () => {
    const call = SessionDriver.answered({ canTransfer: false });
    call.callerSays('Can I talk to a person?');
    call.reply('I am sorry, I cannot do that.', transfer);
    call.playOut();
    expect(call.state.phase.kind).toBe('live');
    expect(call.effectsOf('transfer')).toEqual([]);
  });
});

describe('VS24 a request not to be called again', () => {
  const never = { name: 'do_not_call', input: {} } as const;

  test('is carried out, promised, and told afterwards', () => {
    const call = SessionDriver.answered();
    call.callerSays('Never call me again.');
    const effects = call.reply('I promise we will not. Goodbye.', never, endCall);
    expect(ofType(effects, 'doNotCall')).toHaveLength(1);
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: 'do_not_call' }]);
  });

  test('is promised aloud even where the model says nothing', () => {
    const call = SessionDriver.answered();
    call.callerSays('Never call me again.');
    expect(ofType(call.reply('', never), 'sayText')).toMatchObject([{ text: phrases.noMoreCalls }]);
  });

  test('forbids carrying it out twice, or because of the words alone', () => {
    const call = SessionDriver.answered();
    expect(ofType(call.callerSays('do_not_call'), 'doNotCall')).toEqual([]);
    call.reply('I promise.', never, never);
    call.playOut();
    call.callerSays('Really, never.');
    call.reply('Of course.', never);
    expect(call.effectsOf('doNotCall')).toHaveLength(1);
  });
});

test('CP34: a call that ends because it is the wrong number says so, unless they want no more calls', () => {
  const wrong = { name: 'end_call', input: { reason: 'wrong_number' } } as const;
  const reasonAfter = (...calls: { name: string; input: object }[]) => {
    const call = SessionDriver.answered();
    call.callerSays('There is no Ann here.');
    call.reply('Please excuse the call. Goodbye.', ...calls);
    call.playOut();
    expect(call.effectsOf('end')).toHaveLength(1);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    return call.notifications('closed');
  };
  expect(reasonAfter(wrong)).toMatchObject([{ callReason: 'wrong_number' }]);
  expect(reasonAfter({ name: 'do_not_call', input: {} }, wrong)).toMatchObject([
    { callReason: 'do_not_call' },
  ]);
});

describe('VS25 keys', () => {
  test('pressed one after the other count as one thing said', () => {
    const call = SessionDriver.answered();
    for (const digit of '142') call.send({ type: 'carrier.dtmf', digit });
    expect(call.effectsOf('respond')).toEqual([]);
    const effects = call.advance(2_500);
    expect(ofType(effects, 'respond')[0]?.history.at(-1)).toEqual({ kind: 'pressed', digits: '142' });
    expect(call.transcript().at(-1)).toBe('system: The other party pressed 1 4 2.');
  });

  test('# ends them at once', () => {
    const call = SessionDriver.answered();
    call.send({ type: 'carrier.dtmf', digit: '7' });
    expect(ofType(call.send({ type: 'carrier.dtmf', digit: '#' }), 'respond')).toHaveLength(1);
  });

  test('the agent presses keys too', () => {
    const call = SessionDriver.answered();
    call.callerSays('For appointments, press one.');
    const effects = call.reply('', { name: 'send_digits', input: { digits: '1w' } });
    expect(ofType(effects, 'sendDigits')).toEqual([{ type: 'sendDigits', digits: '1w' }]);
    expect(call.transcript().at(-1)).toBe('system: The agent pressed 1.');
    expect(call.timers()).toContain('silence');
  });

  test('forbids keys that no phone has', () => {
    const call = SessionDriver.answered();
    expect(ofType(call.send({ type: 'carrier.dtmf', digit: '<b>' }), 'setTimer')).toEqual([]);
    expect(call.state.digits).toBeNull();
  });
});

describe('VS26 the process stops', () => {
  test('the talk goes on until there is just time for a goodbye', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    call.send({ type: 'control.drain', withinMs: 15_000 });
    call.reply('Good morning. How are you?');
    call.playOut();
    expect(call.state.phase.kind).toBe('live');
    call.advance(9_000);
    expect(call.effectsOf('sayText').at(-1)).toMatchObject({ interruptible: false });
    expect(call.spoken()).toContain(phrases.drainGoodbye);
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: 'server_stopped' }]);
  });

  test('forbids holding up a session that has not begun', () => {
    const call = new SessionDriver();
    call.send({ type: 'control.drain', withinMs: 7_000 });
    expect(ofType(call.advance(1_000), 'hangUp')).toHaveLength(1);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'server_stopped' });
  });

  test('forbids that a session which ends by itself is told to stop', () => {
    const call = SessionDriver.answered();
    call.callerSays('Bye.');
    call.reply('Goodbye.', endCall);
    call.send({ type: 'control.drain', withinMs: 15_000 });
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: null }]);
  });
});

describe('VS28 stopped at once', () => {
  test('ended by a user in the middle of a word', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    call.reply('Your appointment is on Tuesday at ten.');
    const { agent } = call.state;
    const itemId = agent.kind === 'speaking' ? agent.utterance.itemId : '';
    call.send({ type: 'carrier.played', itemId, characters: 15 });
    expect(ofType(call.send({ type: 'control.hangup' }), 'end')).toHaveLength(1);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.transcript().slice(-2)).toEqual(['agent: Your appointment*', 'system: Ended from the desk.']);
  });

  test('a crash while the model is at work', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const effects = call.send({ type: 'control.crashed' });
    expect(ofType(effects, 'cancel')).toHaveLength(1);
    expect(ofType(effects, 'end')).toHaveLength(1);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toMatchObject([{ callReason: 'agent_failed' }]);
  });

  test('forbids a word after it', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const itemId = call.turnId();
    call.send({ type: 'control.hangup' });
    expect(call.send({ type: 'engine.agentText', itemId, text: 'Hello' })).toEqual([]);
    expect(ofType(call.callerSays('What?'), 'respond')).toEqual([]);
  });
});
