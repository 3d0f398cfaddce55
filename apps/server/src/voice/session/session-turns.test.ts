import { describe, expect, test } from 'vitest';
import { endCall, findTimes, ofType, SessionDriver } from '../../../testing/voice/session/session-driver.ts';

const long = 'Your appointment is on Tuesday at ten in the morning. Does that still suit you?';

/** A call on which our voice has stopped in the last word of a long answer. */
function silentInLastWord(): SessionDriver {
  const call = SessionDriver.answered();
  call.callerSays('Yes?');
  call.reply(long);
  const { agent } = call.state;
  const itemId = agent.kind === 'speaking' ? agent.utterance.itemId : '';
  call.send({ type: 'carrier.played', itemId, characters: 62 });
  call.send({ type: 'carrier.playoutStopped', itemId });
  return call;
}

describe('VS5 what is said is saved and answered', () => {
  test('one utterance, one answer, streamed piece by piece', () => {
    const call = SessionDriver.answered();
    const asked = call.callerSays('Hello, who is this?');
    expect(ofType(asked, 'save')).toMatchObject([
      { final: true, segment: { speaker: 'user', text: 'Hello, who is this?' } },
    ]);
    expect(ofType(asked, 'respond')).toMatchObject([{ attempt: 1 }]);
    const said = ofType(call.reply('It is Elm Street Dental.'), 'sayText');
    expect(said.map(({ text }) => text)).toEqual(['It ', 'is ', 'Elm ', 'Street ', 'Dental.', '']);
    expect(said.map(({ last }) => last)).toEqual([false, false, false, false, false, true]);
    call.playOut();
    expect(call.transcript().slice(1)).toEqual([
      'user: Hello, who is this?',
      'agent: It is Elm Street Dental.',
    ]);
  });

  test('forbids a second answer beside the first', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    const first = call.turnId();
    const effects = call.callerSays('Anybody?');
    expect(effects.findIndex(({ type }) => type === 'cancel')).toBeLessThan(
      effects.findIndex(({ type }) => type === 'respond'),
    );
    expect(ofType(effects, 'cancel')).toEqual([{ type: 'cancel', itemId: first }]);
    expect(call.turnId()).not.toBe(first);
  });
});

describe('VS6 words that come while the agent thinks', () => {
  test('belong to the same question', () => {
    const call = SessionDriver.answered();
    call.callerSays('Well, I would like');
    const effects = call.callerSays('to come on Friday instead.');
    expect(ofType(effects, 'respond')[0]?.history.slice(1)).toEqual([
      { kind: 'said', text: 'Well, I would like' },
      { kind: 'said', text: 'to come on Friday instead.' },
    ]);
  });

  test('forbids answering half a question', () => {
    const call = SessionDriver.answered();
    call.callerSays('Well, I would like');
    const half = call.turnId();
    call.send({ type: 'carrier.prompt', text: 'to come', last: false });
    expect(call.state.agent.kind).toBe('idle');
    expect(call.send({ type: 'engine.agentText', itemId: half, text: 'Good.' })).toEqual([]);
  });
});

describe('VS7 interruption', () => {
  test('stores and shows the model what was heard', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    const cut = call.send({ type: 'carrier.interrupt', heard: 'Your appointment is on' });
    expect(ofType(cut, 'save')[0]?.segment).toMatchObject({
      text: 'Your appointment is on',
      interrupted: true,
    });
    const asked = call.callerSays('Which appointment?');
    expect(ofType(asked, 'respond')[0]?.history.at(-2)).toEqual({
      kind: 'agent',
      text: 'Your appointment is on',
      interrupted: true,
    });
  });

  test('forbids taking a voice that stopped for the end of its speech before an interruption could be told', () => {
    const call = silentInLastWord();
    expect(call.transcript()).toHaveLength(2);
    call.send({ type: 'carrier.interrupt', heard: long.slice(0, -' you?'.length) });
    expect(call.transcript().at(-1)).toBe(`agent: ${long.slice(0, -' you?'.length)}*`);
  });

  test('a voice that stopped just before its end, and was not cut off, has said it all', () => {
    const call = silentInLastWord();
    call.advance(500);
    expect(call.transcript().at(-1)).toBe(`agent: ${long}`);
  });

  test('what is said right after a voice has stopped is heard to its own end', () => {
    const call = silentInLastWord();
    call.send({ type: 'control.say', text: 'Please wait for the doctor, who will be with you in a minute.' });
    call.advance(500);
    expect(call.transcript().at(-1)).toBe(`agent: ${long}`);
    call.playOut();
    expect(call.transcript().at(-1)).toMatch(/in a minute\.$/);
  });

  test('stops the model in the middle of a sentence', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    const itemId = call.turnId();
    call.send({ type: 'engine.agentText', itemId, text: 'Your appointment is ' });
    const effects = call.send({ type: 'carrier.interrupt', heard: 'Your' });
    expect(ofType(effects, 'cancel')).toEqual([{ type: 'cancel', itemId }]);
    expect(call.transcript().at(-1)).toBe('agent: Your*');
  });

  test('estimates what was heard where the carrier does not tell', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    call.advance(1_500);
    call.send({ type: 'carrier.interrupt', heard: null });
    expect(call.transcript()).toEqual(['agent: Hello, this is*']);
  });

  test('finds the words although the carrier spells them in its own way', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    call.send({ type: 'carrier.interrupt', heard: 'your  APPOINTMENT is on tuesday at' });
    expect(call.transcript().at(-1)).toBe('agent: Your appointment is on Tuesday at*');
  });

  test('stores no agent entry if nothing was played', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    call.send({ type: 'carrier.interrupt', heard: '' });
    call.callerSays('No.');
    expect(call.transcript().slice(1)).toEqual(['user: Yes?', 'user: No.']);
    expect(
      call
        .effectsOf('respond')
        .at(-1)
        ?.history.some((line) => line.kind === 'agent' && line.interrupted),
    ).toBe(false);
  });

  test('forbids flagging a sentence that was heard to its end', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply('See you on Tuesday.');
    call.send({ type: 'carrier.interrupt', heard: 'See you on Tuesday.' });
    expect(call.transcript().at(-1)).toBe('agent: See you on Tuesday.');
  });
});

describe('VS9 late events', () => {
  test('the answer that is wanted is spoken whole while an older one still arrives', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    const dropped = call.turnId();
    call.callerSays('Who is this?');
    const wanted = call.turnId();
    call.send({ type: 'engine.agentText', itemId: dropped, text: 'As I was saying, ' });
    call.send({ type: 'engine.agentText', itemId: wanted, text: 'This is ' });
    call.send({ type: 'engine.toolCall', itemId: dropped, call: endCall });
    call.send({ type: 'engine.agentText', itemId: wanted, text: 'Mia.' });
    call.send({ type: 'engine.failed', itemId: dropped, kind: 'cut', retryable: true });
    call.send({ type: 'engine.done', itemId: dropped });
    call.send({ type: 'engine.done', itemId: wanted });
    call.advance(10_000);
    expect(call.transcript().slice(1)).toEqual(['user: Yes?', 'user: Who is this?', 'agent: This is Mia.']);
    expect(call.state.phase.kind).toBe('live');
  });

  test('forbids that text, tools or failures of a dropped turn count', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    const itemId = call.turnId();
    call.callerSays('Hello?');
    expect(call.send({ type: 'engine.agentText', itemId, text: 'Late.' })).toEqual([]);
    expect(call.send({ type: 'engine.toolCall', itemId, call: endCall })).toEqual([]);
    expect(call.send({ type: 'engine.failed', itemId, kind: 'cut', retryable: true })).toEqual([]);
    expect(call.send({ type: 'engine.done', itemId })).toEqual([]);
  });

  test('forbids that playback of an utterance which is over counts for the next', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply('One two three four five six seven.');
    const { agent } = call.state;
    const old = agent.kind === 'speaking' ? agent.utterance.itemId : '';
    call.send({ type: 'carrier.interrupt', heard: 'One' });
    call.callerSays('What?');
    call.reply('Eight.');
    call.send({ type: 'carrier.played', itemId: old, characters: 25 });
    expect(call.state.agent.kind).toBe('speaking');
  });
});

describe('VS10 an interruption without words', () => {
  test('the agent goes on by itself', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    call.send({ type: 'carrier.interrupt', heard: 'Your appointment' });
    const effects = call.advance(4_000);
    expect(ofType(effects, 'respond')[0]?.history.slice(-2)).toEqual([
      { kind: 'agent', text: 'Your appointment', interrupted: true },
      { kind: 'silence' },
    ]);
  });

  test('the agent answers again of whose answer nothing was heard', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    call.send({ type: 'carrier.interrupt', heard: '' });
    const effects = call.advance(4_000);
    expect(ofType(effects, 'respond')).toHaveLength(1);
    expect(ofType(effects, 'respond')[0]?.history.at(-1)).toEqual({ kind: 'said', text: 'Yes?' });
    call.reply('It is on Tuesday.');
    call.playOut();
    expect(call.transcript().slice(1)).toEqual(['user: Yes?', 'agent: It is on Tuesday.']);
  });

  test('the agent goes on when nothing was heard of the question whether they are there', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    call.playOut();
    call.advance(8_000);
    call.send({ type: 'carrier.interrupt', heard: '' });
    expect(ofType(call.advance(4_000), 'respond')[0]?.history.slice(-2)).toEqual([
      { kind: 'agent', text: long, interrupted: false },
      { kind: 'silence' },
    ]);
  });

  test('forbids to answer again what was answered since', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    call.send({ type: 'carrier.interrupt', heard: '' });
    call.callerSays('Sorry, when?');
    call.reply('On Tuesday.');
    call.playOut();
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    call.send({ type: 'carrier.callerSpeaking', speaking: false });
    expect(ofType(call.advance(4_000), 'respond')).toEqual([]);
  });

  test('forbids to answer what a tool that runs will answer', () => {
    const call = SessionDriver.answered();
    call.callerSays('Is there a time on Tuesday?');
    call.reply('One moment.', findTimes);
    call.send({ type: 'carrier.interrupt', heard: '' });
    call.advance(4_000);
    expect(call.effectsOf('respond')).toHaveLength(1);
    expect(call.state.history.some(({ entry }) => entry.kind === 'silence')).toBe(false);
  });

  test('forbids going on while the carrier still hears a voice', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.reply(long);
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    call.send({ type: 'carrier.interrupt', heard: 'Your appointment' });
    expect(ofType(call.advance(30_000), 'respond')).toEqual([]);
    call.send({ type: 'carrier.callerSpeaking', speaking: false });
    expect(ofType(call.advance(4_000), 'respond')).toHaveLength(1);
  });
});

describe('VS27 timing', () => {
  test('an answer is timed from the end of the speech', () => {
    const call = SessionDriver.answered();
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    call.advance(900);
    call.send({ type: 'carrier.callerSpeaking', speaking: false });
    call.advance(300);
    call.callerSays('Yes?');
    call.advance(250);
    call.reply('Good morning.');
    expect(call.notifications('turn')).toEqual([
      { kind: 'turn', timing: { firstTokenMs: 550, firstSpeechMs: 550 } },
    ]);
  });

  test('forbids timing what nobody asked for', () => {
    const call = SessionDriver.answered();
    call.advance(8_000);
    call.playOut();
    expect(call.notifications('turn')).toEqual([]);
  });
});
