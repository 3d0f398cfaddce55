import { describe, expect, test } from 'vitest';
import { SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';
import { plainManners } from './manners.ts';
import { englishPhrases } from './settings.ts';

const answer = 'This is the AI assistant of Elm Street Dental. It is about an appointment.';
const manners = { ...plainManners, screeningAnswer: answer };
const prompt = 'Hi, if you record your name and reason for calling, I’ll see if this person is available.';

const answered = (over = {}) => SessionDriver.answered({ manners, ...over });
const asked = (call: SessionDriver) => call.effectsOf('respond').length;

describe('VS39 a phone that asks who is calling', () => {
  test('is told who and why, and then waited for', () => {
    const call = answered();
    call.callerSays(prompt);
    expect(call.effectsOf('sayText').at(-1)).toMatchObject({ text: answer, interruptible: false });
    call.playOut();
    call.callerSays('Thanks. Please stay on the line.');
    call.advance(20_000);
    expect([asked(call), call.spoken().endsWith(answer)]).toEqual([0, true]);
  });

  test('is not hung up on because it sounds like a machine', () => {
    const call = answered();
    call.callerSays(prompt);
    call.send({ type: 'control.amdResult', answeredBy: 'machine', greetingEnd: 'silence' });
    call.playOut();
    expect(call.effectsOf('end')).toEqual([]);
  });

  test('its owner hears the opening with the first answer', () => {
    const call = answered();
    call.callerSays(prompt);
    call.playOut();
    call.callerSays('Hello, this is Ann.');
    expect(asked(call)).toBe(1);
    expect(call.effectsOf('sayText').at(-1)?.text).toBe(settings.opening);
    call.reply('Am I speaking with Ann Miller?');
    call.playOut();
    expect(call.transcript().at(-1)).toBe(`agent: ${settings.opening} Am I speaking with Ann Miller?`);
  });

  test('may ask again, and is then taken for a person', () => {
    const call = answered();
    for (let time = 0; time < 3; time += 1) {
      call.callerSays(prompt);
      call.playOut();
    }
    expect(call.effectsOf('sayText').filter(({ text }) => text === answer)).toHaveLength(2);
    expect(asked(call)).toBe(1);
  });

  test('whose owner never comes is left with a goodbye', () => {
    const call = answered();
    call.callerSays(prompt);
    call.playOut();
    call.advance(61_000);
    expect(call.spoken()).toContain(englishPhrases.silenceGoodbye);
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'silence' });
  });

  test('that passes on to a machine is left the message there', () => {
    const call = answered({ manners: { ...manners, voicemailMessage: 'Please call us back.' } });
    call.callerSays(prompt);
    call.playOut();
    call.callerSays('Ann is not available. Please leave a message after the tone.');
    call.send({ type: 'control.amdResult', answeredBy: 'machine', greetingEnd: 'beep' });
    expect(call.effectsOf('claimMessage')).toHaveLength(1);
  });

  test('is recognised by the engine’s text of it, and what the engine says by itself is not heard', () => {
    const call = new SessionDriver({ manners, speech: 'audio' });
    call.send({ type: 'carrier.started' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: prompt });
    expect(call.effectsOf('sayText').at(-1)?.text).toBe(answer);
    const itemId = call.effectsOf('sayText').at(-1)?.itemId ?? '';
    call.send({ type: 'engine.audio', itemId, ms: 400, payload: 'AA' });
    call.send({ type: 'engine.done', itemId });
    call.send({ type: 'carrier.mark', itemId, ms: 400 });
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    call.send({ type: 'engine.speechStopped', itemId: 'u2' });
    call.send({ type: 'engine.audio', itemId: 'own', ms: 400, payload: 'AA' });
    expect(call.effectsOf('play').map((one) => one.itemId)).toEqual([itemId]);
    expect(call.effectsOf('cancel').at(-1)).toMatchObject({ itemId: 'own' });
    call.send({ type: 'engine.userText', itemId: 'u2', text: 'Hello?' });
    expect(call.effectsOf('sayText').at(-1)?.text).toBe(settings.opening);
  });

  test('forbids the answer to a person who asks the same in a conversation', () => {
    const call = answered();
    call.callerSays('Hello?');
    call.reply('Am I speaking with Ann?');
    call.playOut();
    call.callerSays('Yes, speaking.');
    call.reply('I am calling about Monday.');
    call.playOut();
    call.callerSays('Please state your name and the reason for your call.');
    expect([asked(call), call.spoken().includes(answer)]).toEqual([3, false]);
  });

  test.each(['Who is calling, please?', 'May I ask who is calling and what it is about?'])(
    'forbids the answer to a person who asks: %s',
    (question) => {
      const call = answered();
      call.callerSays(question);
      expect([asked(call), call.spoken().includes(answer)]).toEqual([1, false]);
    },
  );

  test('forbids the answer where the agent has none', () => {
    const call = SessionDriver.answered();
    call.callerSays(prompt);
    expect(asked(call)).toBe(1);
  });
});
