import { optOutOffer } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { ofType, SessionDriver } from '../../../testing/voice/session/session-driver.ts';
import type { Effect } from './effects.ts';
import { plainManners } from './manners.ts';
import { englishPhrases } from './settings.ts';

const offer = optOutOffer('en-US');
const introduction = 'Hello, this is the AI assistant of Elm Street Dental.';
const sales = {
  manners: { ...plainManners, offersOptOut: true },
  opening: `${introduction} ${offer}`,
};
const bye = `${englishPhrases.noMoreCalls} ${englishPhrases.goodbye}`;
const never = { name: 'do_not_call', input: {} } as const;

/** The effects of a step, and of the moment when it is stored what they asked for. */
function stored(call: SessionDriver, effects: readonly Effect[]): Effect[] {
  return [...effects, ...call.send({ type: 'control.refusalStored' })];
}

function expectEnded(call: SessionDriver): void {
  expect(call.effectsOf('doNotCall')).toHaveLength(1);
  call.playOut();
  expect(call.effectsOf('end')).toHaveLength(1);
  call.send({ type: 'carrier.stopped', how: 'hung_up' });
  expect(call.state.phase).toEqual({ kind: 'closed', reason: 'do_not_call' });
}

describe('VS52 opting out of a sales call', () => {
  test.each([
    ['with the keypad on', true],
    ['with the keypad off', false],
  ])('by key 9 %s puts the number on the list at once, and ends the call', (_what, keypad) => {
    const call = SessionDriver.answered({ ...sales, manners: { ...sales.manners, keypad } });
    const effects = stored(call, call.send({ type: 'carrier.dtmf', digit: '9' }));
    expect(ofType(effects, 'doNotCall')).toHaveLength(1);
    expect(ofType(effects, 'sayText')).toMatchObject([{ text: bye, interruptible: false }]);
    expect(call.transcript()).toContain('system: The other party pressed 9.');
    expectEnded(call);
  });

  test.each(['Stop calling.', 'Please take me off your list.', "Don't ever call me again!"])(
    'by the words: %s',
    (words) => {
      const call = SessionDriver.answered(sales);
      const effects = stored(call, call.callerSays(words));
      expect(ofType(effects, 'respond')).toEqual([]);
      expect(ofType(effects, 'sayText')).toMatchObject([{ text: bye }]);
      expectEnded(call);
    },
  );

  test('by the tool of the model, also where it neither says a word nor ends the call', () => {
    const call = SessionDriver.answered(sales);
    call.callerSays('I have had enough of this.');
    expect(ofType(stored(call, call.reply('', never)), 'sayText')).toMatchObject([{ text: bye }]);
    expectEnded(call);
  });

  test('nothing cancels it: neither more words nor a transfer', () => {
    const call = SessionDriver.answered(sales);
    call.callerSays('Connect me with somebody. No, wait.');
    call.reply('We will not call again.', never, { name: 'transfer_call', input: { reason: 'sales' } });
    call.callerSays('Hello?');
    expect(call.state.phase.kind).toBe('ending');
    expect(call.effectsOf('transfer')).toEqual([]);
    expectEnded(call);
  });

  test.each([
    ['words that say nothing of it', 'Wait, what was the price?'],
    ['no words that were understood', ''],
  ])('by the tool of the model is not cancelled by an interruption with %s', (_what, words) => {
    const call = SessionDriver.answered(sales);
    call.callerSays('I have had enough of this.');
    const itemId = call.turnId();
    call.send({ type: 'engine.toolCall', itemId, call: never });
    call.send({ type: 'engine.agentText', itemId, text: 'We will not call you ' });
    call.send({ type: 'carrier.interrupt', heard: 'We will' });
    const effects = stored(call, call.callerSays(words));
    expect(ofType(effects, 'respond')).toEqual([]);
    expect(ofType(effects, 'sayText')).toMatchObject([{ text: bye }]);
    expectEnded(call);
  });

  test('by the tool of the model on audio is not cancelled by an interruption', () => {
    const call = SessionDriver.answered({ ...sales, speech: 'audio' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: 'I have had enough of this.' });
    call.send({ type: 'engine.toolCall', itemId: 'a1', call: never, callId: 't1' });
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    call.send({ type: 'engine.speechStopped', itemId: 'u2' });
    const effects = stored(
      call,
      call.send({ type: 'engine.userText', itemId: 'u2', text: 'Wait, what was the price?' }),
    );
    expect(ofType(effects, 'sayText')).toMatchObject([{ text: bye }]);
    expect(call.effectsOf('doNotCall')).toHaveLength(1);
  });

  test('during a goodbye and by somebody who hangs up in the middle of it', () => {
    const ending = SessionDriver.answered(sales);
    ending.callerSays('No, thank you.');
    ending.reply('Goodbye.', { name: 'end_call', input: { reason: 'finished' } });
    ending.send({ type: 'carrier.dtmf', digit: '9' });
    expectEnded(ending);
    const gone = SessionDriver.answered(sales);
    gone.send({ type: 'carrier.prompt', text: 'Stop calling me', last: false });
    gone.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(gone.effectsOf('doNotCall')).toHaveLength(1);
    expect(gone.notifications('closed')).toMatchObject([{ callReason: 'do_not_call' }]);
  });

  test('on audio by key and by words, also by those that come after they have hung up', () => {
    const pressed = SessionDriver.answered({ ...sales, speech: 'audio' });
    const key = pressed.send({ type: 'carrier.dtmf', digit: '9' });
    expect(ofType(stored(pressed, key), 'sayText')).toMatchObject([{ text: bye }]);
    const said = SessionDriver.answered({ ...sales, speech: 'audio' });
    said.send({ type: 'engine.speechStarted', itemId: 'u1' });
    said.send({ type: 'engine.speechStopped', itemId: 'u1' });
    const text = said.send({ type: 'engine.userText', itemId: 'u1', text: 'Stop calling.' });
    const effects = stored(said, text);
    expect(ofType(effects, 'doNotCall')).toHaveLength(1);
    expect(ofType(effects, 'sayText')).toMatchObject([{ text: bye }]);
    const gone = SessionDriver.answered({ ...sales, speech: 'audio' });
    gone.send({ type: 'engine.speechStarted', itemId: 'u1' });
    gone.send({ type: 'carrier.stopped', how: 'hung_up' });
    gone.send({ type: 'engine.userText', itemId: 'u1', text: 'Stop calling.' });
    expect(gone.effectsOf('doNotCall')).toHaveLength(1);
    expect(gone.notifications('closed')).toMatchObject([{ callReason: 'do_not_call' }]);
  });

  test('who has interrupted the opening hears the offer when nobody speaks, once', () => {
    const call = new SessionDriver(sales);
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard: introduction });
    call.callerSays('Who is this?');
    call.reply('The assistant of Elm Street Dental.');
    call.playOut();
    const offers = () => call.effectsOf('sayText').filter(({ text }) => text === offer).length;
    expect(offers()).toBe(1);
    call.playOut();
    call.callerSays('Fine.');
    call.reply('Good.');
    call.playOut();
    expect(offers()).toBe(1);
  });

  test('forbids taking another key for it, one within a number, or the words on any other call', () => {
    const call = SessionDriver.answered(sales);
    for (const digit of '19') call.send({ type: 'carrier.dtmf', digit });
    call.advance(2_500);
    expect(call.effectsOf('doNotCall')).toEqual([]);
    const other = SessionDriver.answered();
    other.callerSays('Stop calling.');
    other.send({ type: 'carrier.dtmf', digit: '9' });
    other.advance(2_500);
    expect(other.effectsOf('doNotCall')).toEqual([]);
    expect(other.spoken()).not.toContain(offer);
  });
});

describe('DN10: on a call that has offered no words for it, who hangs up', () => {
  const hungUp = (words: string, reply: string | null, how: 'hung_up' | 'dropped' = 'hung_up') => {
    const call = SessionDriver.answered();
    call.callerSays(words);
    if (reply !== null) {
      call.reply(reply);
      call.playOut();
    }
    call.send({ type: 'carrier.stopped', how });
    return [call.effectsOf('doNotCall').length, call.notifications('closed')];
  };

  test('instead of hearing the answer to a plain refusal is listed', () => {
    expect(hungUp('Do not call me again.', null)).toMatchObject([1, [{ callReason: 'do_not_call' }]]);
  });

  test('after the answer, or after other words, or is cut off, is left to the model', () => {
    expect(hungUp('Do not call me again.', 'You will hear nothing more.')).toMatchObject([0, [{}]]);
    expect(hungUp('My neighbours never stop calling.', null)).toMatchObject([0, [{}]]);
    expect(hungUp('Do not call me again.', null, 'dropped')).toMatchObject([
      0,
      [{ callReason: 'line_dropped' }],
    ]);
  });
});

describe('DN10: nothing is promised before it is stored what they asked for', () => {
  const refusals: [string, (call: SessionDriver) => readonly Effect[]][] = [
    ['by key', (call) => call.send({ type: 'carrier.dtmf', digit: '9' })],
    ['by words', (call) => call.callerSays('Stop calling.')],
    [
      'by a tool without words',
      (call) => {
        call.callerSays('Enough.');
        return call.reply('', never);
      },
    ],
    ['by key on audio', (call) => call.send({ type: 'carrier.dtmf', digit: '9' })],
  ];
  const open = (what: string) =>
    SessionDriver.answered({ ...sales, ...(what.endsWith('audio') && { speech: 'audio' as const }) });

  test.each(refusals)('%s', (what, refuse) => {
    const call = open(what);
    refuse(call);
    const before = call.effectsOf('sayText').length;
    call.advance(4_999);
    call.send({ type: 'carrier.dtmf', digit: '9' });
    expect([call.effectsOf('sayText').length, call.effectsOf('end')]).toEqual([before, []]);
    const effects = call.send({ type: 'control.refusalStored' });
    expect(ofType(effects, 'sayText')).toMatchObject([{ text: bye, interruptible: false }]);
    expect(call.send({ type: 'control.refusalStored' })).toEqual([]);
    expect(call.timers()).not.toContain('refusal');
  });

  test.each(refusals)('%s, five seconds at most', (what, refuse) => {
    const call = open(what);
    refuse(call);
    expect(ofType(call.advance(5_000), 'sayText')).toMatchObject([{ text: bye }]);
  });

  test.each(refusals)(
    '%s, and who hangs up or is hung up on meanwhile hears nothing more',
    (what, refuse) => {
      for (const event of ['control.hangup', 'carrier.stopped'] as const) {
        const call = open(what);
        refuse(call);
        const before = call.effectsOf('sayText').length;
        if (event === 'carrier.stopped') call.send({ type: event, how: 'hung_up' });
        else expect(ofType(call.send({ type: event }), 'end')).toHaveLength(1);
        call.send({ type: 'control.refusalStored' });
        call.advance(6_000);
        expect(call.effectsOf('sayText')).toHaveLength(before);
        expect(call.effectsOf('doNotCall')).toHaveLength(1);
      }
    },
  );
});
