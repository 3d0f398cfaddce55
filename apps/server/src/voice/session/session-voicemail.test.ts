import { describe, expect, test } from 'vitest';
import { endCall, ofType, SessionDriver } from '../../../testing/voice/session/session-driver.ts';
import type { GreetingEnd } from './events.ts';
import { plainManners } from './manners.ts';

const message = 'Hello, this is the AI assistant of Elm Street Dental. Please call us back.';
const manners = { ...plainManners, voicemailMessage: message };
const greeting = 'Hello, this is the voicemail of Ann Miller. Please leave a message after the tone.';
const machine = { name: 'end_call', input: { reason: 'voicemail' } } as const;

/** A call with a message to leave whose opening was heard. */
const answered = () => SessionDriver.answered({ manners });

function greetingEnds(call: SessionDriver, greetingEnd: GreetingEnd) {
  return call.send({ type: 'control.amdResult', answeredBy: 'machine', greetingEnd });
}

const granted = { type: 'control.messageClaimed', granted: true } as const;

/** What was asked of the model after the opening. */
const asked = (call: SessionDriver) => call.effectsOf('respond').length;
const claims = (call: SessionDriver) => call.effectsOf('claimMessage').length;
const messages = (call: SessionDriver) => call.effectsOf('sayText').filter(({ text }) => text === message);

describe('VS40 a message is left after the beep, once', () => {
  test('the greeting is listened to without a word, and the message follows its end', () => {
    const call = answered();
    call.callerSays(greeting);
    expect(asked(call)).toBe(0);
    greetingEnds(call, 'beep');
    expect([claims(call), messages(call).length]).toEqual([1, 0]);
    call.send(granted);
    expect(messages(call)).toMatchObject([{ interruptible: false }]);
    expect(call.effectsOf('end')).toEqual([]);
    call.playOut();
    expect(call.effectsOf('end')).toHaveLength(1);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'voicemail_left' });
    expect(call.transcript().slice(1)).toEqual([
      `user: ${greeting}`,
      `agent: ${message}`,
      'system: A machine answered. The message was left.',
    ]);
  });

  test.each<[string, GreetingEnd, string]>([
    ['a beep after a greeting that is not understood', 'beep', 'Yo, it is Bob, you know what to do.'],
    ['a beep without a word', 'beep', ''],
    ['silence after the words of a machine', 'silence', greeting],
    ['another end after the words of a machine', 'other', greeting],
  ])('%s proves a machine', (_what, end, words) => {
    const call = answered();
    if (words !== '') call.callerSays(words);
    greetingEnds(call, end);
    expect(claims(call)).toBe(1);
  });

  test('the end of a greeting during a transfer does not end the call when the transfer is refused', () => {
    const call = SessionDriver.answered({ canTransfer: true });
    call.send({ type: 'control.transfer', reason: '' });
    call.playOut();
    expect(call.effectsOf('transfer')).toHaveLength(1);
    greetingEnds(call, 'beep');
    expect(ofType(call.send({ type: 'control.transferFailed' }), 'end')).toEqual([]);
    expect(call.state.phase.kind).toBe('live');
  });

  test('the end of a greeting while they speak, before a transfer, does not cut off the words after a refused one', () => {
    const call = SessionDriver.answered({ canTransfer: true });
    call.send({ type: 'carrier.interrupt', heard: null });
    greetingEnds(call, 'beep');
    call.send({ type: 'control.transfer', reason: '' });
    call.playOut();
    expect(call.effectsOf('transfer')).toHaveLength(1);
    expect(ofType(call.send({ type: 'control.transferFailed' }), 'end')).toEqual([]);
    expect(call.state.phase.kind).toBe('live');
  });

  /** Its pauses were taken for the end of what somebody says, and the model has answered. */
  const talkedToGreeting = () => {
    const call = answered();
    call.callerSays("Hi, you've reached Bob.");
    call.reply('Hello Bob, this is about your visit.');
    call.playOut();
    call.callerSays('I am out on the road today.');
    return call;
  };

  test('a machine that the model has recognised stays one at the beep, and hears the message alone', () => {
    const call = talkedToGreeting();
    call.reply('', machine);
    const before = asked(call);
    greetingEnds(call, 'beep');
    expect([claims(call), asked(call)]).toEqual([1, before]);
  });

  test('nor does one that the model takes for a person become one by its pauses', () => {
    const call = talkedToGreeting();
    call.reply('I see.');
    call.playOut();
    const before = asked(call);
    greetingEnds(call, 'beep');
    expect([claims(call), asked(call)]).toEqual([1, before]);
    call.send(granted);
    expect(messages(call)).toHaveLength(1);
  });

  test('its last words are not answered, although its pauses were', () => {
    const call = talkedToGreeting();
    call.reply('I see.');
    call.playOut();
    const before = asked(call);
    call.callerSays('Leave a message after the tone.');
    expect(asked(call)).toBe(before);
    greetingEnds(call, 'silence');
    expect([claims(call), asked(call)]).toEqual([1, before]);
  });

  test.each([
    ['answers', (call: SessionDriver) => call.callerSays('Yes, that is right.')],
    ['asks', (call: SessionDriver) => call.callerSays('Which visit do you mean?')],
    ['presses a key', (call: SessionDriver) => call.send({ type: 'carrier.dtmf', digit: '#' })],
    [
      'goes on for long',
      (call: SessionDriver) => {
        for (const words of ['I am at the market.', 'They have good pears.']) {
          call.callerSays(words);
          call.reply('I see.');
          call.playOut();
        }
      },
    ],
    [
      'is a person for detection',
      (call: SessionDriver) => call.send({ type: 'control.amdResult', answeredBy: 'human' }),
    ],
  ])('a beep while somebody talks with us who %s is not a machine’s', (_what, react) => {
    const call = talkedToGreeting();
    call.reply('I see.');
    call.playOut();
    react(call);
    greetingEnds(call, 'beep');
    expect(claims(call)).toBe(0);
  });

  test('words of a greeting that are still being recognised are waited for', () => {
    const call = answered();
    call.send({ type: 'carrier.prompt', text: greeting.slice(0, 40), last: false });
    greetingEnds(call, 'silence');
    expect(claims(call)).toBe(0);
    call.callerSays(greeting);
    expect(claims(call)).toBe(1);
  });

  test('what is being said when the greeting ends is played to its end before', () => {
    const call = answered();
    call.callerSays('Yo, it is Bob.');
    const itemId = call.turnId();
    call.send({ type: 'engine.agentText', itemId, text: 'Hello Bob, ' });
    greetingEnds(call, 'beep');
    expect(call.effectsOf('cancel')).toMatchObject([{ itemId }]);
    expect(claims(call)).toBe(0);
    call.advance(10_000);
    expect(claims(call)).toBe(1);
  });

  test('a model that recognises the machine waits for its beep too', () => {
    const call = answered();
    call.callerSays('Yo, it is Bob.');
    call.reply('', machine);
    expect(call.effectsOf('end')).toEqual([]);
    greetingEnds(call, 'beep');
    expect(claims(call)).toBe(1);
  });

  test('the last words of a greeting are part of it', () => {
    const call = answered();
    call.callerSays(greeting);
    call.callerSays('Thank you, goodbye.');
    expect(asked(call)).toBe(0);
    greetingEnds(call, 'silence');
    expect(claims(call)).toBe(1);
  });

  test('a mailbox that is full is hung up on', () => {
    const call = answered();
    call.callerSays('You have reached Ann Miller. The mailbox is full and cannot accept any messages.');
    greetingEnds(call, 'other');
    expect([claims(call), call.effectsOf('end').length]).toEqual([0, 1]);
  });

  test('a machine that cuts the message off has a part of it', () => {
    const call = answered();
    greetingEnds(call, 'beep');
    call.send(granted);
    call.send({ type: 'carrier.played', itemId: 'item-2', characters: 20 });
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'voicemail_left' });
    expect(call.transcript().at(-2)).toMatch(/^agent: Hello, this is the .*\*$/);
  });

  test('a machine of which nothing is known but that it talks is waited for', () => {
    const call = answered();
    call.send({ type: 'control.amdResult', answeredBy: 'machine' });
    expect(call.effectsOf('end')).toEqual([]);
    greetingEnds(call, 'beep');
    expect(claims(call)).toBe(1);
  });

  test('a resumed session leaves it at once, without a word before', () => {
    const said = { ordinal: 1, entry: { kind: 'said', text: greeting } } as const;
    const call = new SessionDriver({ manners, resumed: [said], firstOrdinal: 10, greetingEnd: 'silence' });
    call.send({ type: 'carrier.started' });
    expect([claims(call), call.spoken()]).toEqual([1, '']);
  });

  test('an engine that keeps the conversation says it, whatever it hears meanwhile', () => {
    const call = new SessionDriver({ manners, speech: 'audio' });
    call.send({ type: 'carrier.started' });
    greetingEnds(call, 'beep');
    call.send(granted);
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    const itemId = call.effectsOf('sayText').at(-1)?.itemId ?? '';
    call.send({ type: 'engine.agentText', itemId, text: message });
    call.send({ type: 'engine.audio', itemId, ms: 4_000, payload: 'AA' });
    call.send({ type: 'engine.done', itemId });
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    expect(ofType(call.effects, 'clear')).toEqual([]);
    call.send({ type: 'carrier.mark', itemId, ms: 4_000 });
    expect(call.effectsOf('end')).toHaveLength(1);
  });

  test('forbids to leave it twice, however often the end of the greeting is reported', () => {
    const call = answered();
    for (const end of ['beep', 'silence', 'beep'] as const) greetingEnds(call, end);
    call.send(granted);
    for (const end of ['beep', 'other'] as const) greetingEnds(call, end);
    call.send(granted);
    call.playOut();
    call.send(granted);
    expect([claims(call), messages(call).length]).toEqual([1, 1]);
  });

  test.each([
    ['another session has left it', { type: 'control.messageClaimed', granted: false } as const],
    ['nobody asked for it', null],
  ])('forbids to leave it when %s', (_what, refusal) => {
    const call = answered();
    if (refusal) greetingEnds(call, 'beep');
    call.send(refusal ?? granted);
    expect(messages(call)).toEqual([]);
    expect(call.effectsOf('end')).toHaveLength(refusal ? 1 : 0);
  });

  test('forbids to wait for ever: for the end of a greeting, or for the store', () => {
    const held = answered();
    held.callerSays(greeting);
    held.advance(90_000);
    expect(held.state.phase).toEqual({ kind: 'closed', reason: 'voicemail' });
    const unclaimed = answered();
    greetingEnds(unclaimed, 'beep');
    unclaimed.advance(90_000);
    expect(unclaimed.state.phase).toEqual({ kind: 'closed', reason: 'voicemail' });
    expect([...messages(held), ...messages(unclaimed)]).toEqual([]);
  });

  test('forbids a goodbye to a machine when the time of the call is over or the server stops', () => {
    const call = answered();
    call.callerSays(greeting);
    const before = call.spoken();
    call.send({ type: 'control.drain', withinMs: 0 });
    call.advance(10_000);
    expect(call.spoken()).toBe(before);
    expect(call.state.phase).toEqual({ kind: 'closed', reason: 'voicemail' });
  });
});

describe('VS41 nothing of a message is said to a person', () => {
  const hello = 'Good morning, Elm Street Bakery and Coffee House, this is Ann Miller speaking.';

  test('whose greeting is so long that detection takes them for a machine', () => {
    const call = answered();
    call.callerSays(hello);
    const itemId = call.turnId();
    greetingEnds(call, 'silence');
    expect(call.effectsOf('cancel')).toEqual([]);
    expect(call.turnId()).toBe(itemId);
    call.reply('May I speak with Ann Miller?');
    expect(claims(call)).toBe(0);
  });

  test('who says what machines say, and then talks', () => {
    const call = answered();
    call.callerSays('Please leave a message after the beep. Just kidding!');
    expect(asked(call)).toBe(0);
    call.callerSays('Hello? Who is it?');
    expect(asked(call)).toBe(1);
    greetingEnds(call, 'silence');
    call.reply('It is the assistant of Elm Street Dental.');
    call.playOut();
    call.callerSays('Ah, good morning.');
    greetingEnds(call, 'beep');
    expect(claims(call)).toBe(0);
  });

  test('whom detection reports after they have sounded like a machine: they are answered', () => {
    const call = answered();
    call.callerSays(greeting);
    call.send({ type: 'control.amdResult', answeredBy: 'human' });
    expect(asked(call)).toBe(1);
  });

  test('forbids to take somebody for a machine who is in a conversation, whatever is reported', () => {
    const call = answered();
    call.callerSays('Hello?');
    call.reply('Am I speaking with Ann?');
    call.playOut();
    call.callerSays('Yes, speaking.');
    call.reply('How are you?');
    call.playOut();
    call.callerSays('Please leave a message after the tone, that is what my old machine said.');
    expect(asked(call)).toBe(3);
    greetingEnds(call, 'beep');
    expect([claims(call), call.effectsOf('end').length]).toEqual([0, 0]);
    call.reply('I see. Goodbye.', endCall);
  });

  test('forbids to hang up on a person whom a model takes for a machine, before detection has spoken', () => {
    const call = answered();
    call.callerSays('Yo, it is Bob.');
    call.reply('', machine);
    call.callerSays('Hello?');
    expect(asked(call)).toBe(2);
  });
});
