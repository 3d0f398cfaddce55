import { recordingNotice } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { SessionDriver } from '../../../testing/voice/session/session-driver.ts';
import { plainManners } from './manners.ts';

const notice = recordingNotice('en-US');
const opening = `${notice} Hello, this is the AI assistant of Elm Street Dental.`;
const recorded = { recorded: true, opening } as const;
const times = (call: SessionDriver) =>
  call.spoken().replaceAll('|', '').replace(/\s+/g, ' ').split(notice).length - 1;

describe('RC2: a recording that was announced is not announced again', () => {
  test('where it was heard, also by somebody who talks over what follows', () => {
    const call = new SessionDriver(recorded);
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard: `${notice} Hello, this` });
    call.callerSays('Who is this?');
    call.reply('Elm Street Dental.');
    call.playOut();
    call.advance(1_000);
    expect(times(call)).toBe(1);
  });

  test('where the call is not recorded', () => {
    const call = new SessionDriver();
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard: 'Hel' });
    call.callerSays('Who is this?');
    call.reply('Elm Street Dental.');
    call.playOut();
    expect(times(call)).toBe(0);
  });

  test('in the session that follows a lost one', () => {
    const said = { ordinal: 0, entry: { kind: 'agent', text: opening, interrupted: false } } as const;
    const call = new SessionDriver({ recorded: true, resumed: [said], firstOrdinal: 1 });
    call.send({ type: 'carrier.started' });
    call.playOut();
    expect(times(call)).toBe(0);
  });
});

describe('RC2: whoever talks over the announcement hears it again', () => {
  test.each([null, '', 'This call is'])('before the answer, where "%s" was heard of it', (heard) => {
    const call = new SessionDriver(recorded);
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard });
    call.callerSays('Who is this?');
    call.reply('Elm Street Dental.');
    call.playOut();
    expect(times(call)).toBe(2);
    expect(call.transcript().at(-1)).toBe(`agent: ${notice} Elm Street Dental.`);
    call.callerSays('I see.');
    call.reply('Good.');
    call.playOut();
    expect(times(call)).toBe(2);
  });

  test('and again, if they talk over that', () => {
    const call = new SessionDriver(recorded);
    call.send({ type: 'carrier.started' });
    for (const words of ['Who?', 'What?', 'Why?', 'How?']) {
      call.send({ type: 'carrier.interrupt', heard: 'This' });
      call.callerSays(words);
      call.reply('Elm Street Dental.');
    }
    expect(times(call)).toBe(5);
  });

  test('also where they said nothing that can be understood', () => {
    const call = new SessionDriver(recorded);
    call.send({ type: 'carrier.started' });
    call.send({ type: 'carrier.interrupt', heard: 'This' });
    call.advance(20_000);
    expect(times(call)).toBe(2);
    expect(call.effectsOf('sayText').find(({ text }) => text === notice)).toMatchObject({
      interruptible: false,
    });
  });

  test('not before a person has answered', () => {
    const call = new SessionDriver({
      ...recorded,
      manners: { ...plainManners, firstSpeaker: 'other-party' },
    });
    call.send({ type: 'carrier.started' });
    call.advance(1_000);
    expect(times(call)).toBe(0);
    call.callerSays('Hello?');
    expect(times(call)).toBe(1);
  });

  test('from a speech engine as soon as nobody speaks, three times at most where it says something else', () => {
    const call = new SessionDriver({ ...recorded, speech: 'audio' });
    call.send({ type: 'carrier.started' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: 'Who is this?' });
    const says = (itemId: string, text: string) => {
      call.send({ type: 'engine.agentText', itemId, text });
      call.send({ type: 'engine.audio', itemId, ms: 400, payload: 'AA' });
      call.send({ type: 'engine.done', itemId });
      call.send({ type: 'carrier.mark', itemId, ms: 400 });
    };
    says('a1', 'Elm Street Dental.');
    const again = () => call.effectsOf('sayText').filter(({ text }) => text === notice);
    expect(again()).toHaveLength(1);
    for (let n = 0; n < 5; n += 1) says(again().at(-1)?.itemId ?? '', 'We record.');
    expect(again()).toHaveLength(3);
    const told = new SessionDriver({ ...recorded, speech: 'audio' });
    told.send({ type: 'carrier.started' });
    expect(told.effectsOf('sayText')).toHaveLength(1);
  });
});
