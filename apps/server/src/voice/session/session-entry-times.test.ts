import { describe, expect, test } from 'vitest';
import { SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';
import type { SessionSettings } from './settings.ts';

/** Final entries: the speaker, and how long after the beginning of the session. */
const timesOf = (call: SessionDriver, start: number) =>
  call.segments().map(({ speaker, at }) => [speaker, at - start]);

describe('VS11, RC16: an entry of the agent has the time at which it is first heard', () => {
  test('as the carrier reports it', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(1_300);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(3_000);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.playOut();
    expect(timesOf(call, start)).toEqual([['agent', 1_300]]);
  });

  test('also in what is stored while it is being said', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(900);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.send({ type: 'carrier.played', itemId: 'item-1', characters: 5 });
    call.advance(500);
    expect(call.effectsOf('save').map(({ segment, final }) => [segment.at - start, final])).toEqual([
      [900, false],
    ]);
  });

  test('an answer that waits for what plays before it has a time of its own, and keeps its place', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(500);
    call.callerSays('Hello?');
    call.reply('I am calling about Tuesday.');
    call.advance(800);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(3_000);
    call.send({ type: 'carrier.played', itemId: 'item-1', characters: 45 });
    call.advance(250);
    call.send({ type: 'carrier.heard', itemId: 'item-3', since: call.at });
    call.playOut();
    expect(timesOf(call, start)).toEqual([
      ['agent', 1_300],
      ['user', 500],
      ['agent', 4_550],
    ]);
  });

  test('one that is interrupted too', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(700);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(600);
    call.send({ type: 'carrier.interrupt', heard: 'Hello, this' });
    expect(timesOf(call, start)).toEqual([['agent', 700]]);
    expect(call.transcript()).toEqual(['agent: Hello, this*']);
  });

  test('where the carrier reports nothing, it is the time at which its text was sent', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(8_000);
    expect(timesOf(call, start)).toEqual([['agent', 0]]);
  });

  test('reports about what is over, or was never said, change nothing', () => {
    const call = SessionDriver.answered();
    const before = call.state;
    for (const itemId of ['item-1', 'item-9'])
      expect(call.send({ type: 'carrier.heard', itemId, since: call.at })).toEqual([]);
    expect(call.state).toEqual(before);
  });
});

describe('RC16: on audio', () => {
  function answering(): SessionDriver {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: 'Hello?' });
    call.send({ type: 'engine.agentText', itemId: 'r1', text: 'Tuesday.' });
    call.advance(100);
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' });
    return call;
  }

  test('it is found by the marks, the least late of them', () => {
    const call = answering();
    const sentAt = call.at;
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.advance(480);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 200 });
    call.advance(150);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 500 });
    expect(call.segments().at(-1)).toMatchObject({ speaker: 'agent', at: sentAt + 130 });
  });

  test('a mark does not put it before its first sound', () => {
    const call = answering();
    const begunAt = call.at - 100;
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 500 });
    expect(call.segments().at(-1)).toMatchObject({ speaker: 'agent', at: begunAt });
  });

  test('an answer behind another is heard when that is over', () => {
    const call = answering();
    const sentAt = call.at;
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'engine.agentText', itemId: 'r2', text: 'At ten.' });
    call.send({ type: 'engine.audio', itemId: 'r2', ms: 400, payload: 'AAAA' });
    call.send({ type: 'engine.done', itemId: 'r2' });
    call.advance(500);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 500 });
    call.advance(400);
    call.send({ type: 'carrier.mark', itemId: 'r2', ms: 400 });
    expect(call.segments().map(({ text, at }) => [text, at - sentAt])).toEqual([
      ['Hello?', -100],
      ['Tuesday.', 0],
      ['At ten.', 500],
    ]);
  });
});

describe('VS11, RC16: what the other party was saying when the session began', () => {
  const connected = (over: Partial<SessionSettings> = {}) => {
    const call = new SessionDriver({ connectingMs: 700, ...over });
    const start = call.at;
    call.send({ type: 'carrier.started' });
    return { call, saidAt: () => timesOf(call, start).flatMap(([who, at]) => (who === 'user' ? [at] : [])) };
  };

  test('has the time at which the carrier asked for the session', () => {
    const { call, saidAt } = connected();
    call.advance(1_400);
    call.callerSays('Hello?');
    expect(saidAt()).toEqual([-700]);
  });

  test('also where parts of it come before the whole, and in what is stored meanwhile', () => {
    const { call, saidAt } = connected();
    call.advance(200);
    call.send({ type: 'carrier.prompt', text: 'You have reached', last: false });
    call.advance(1_000);
    const stored = call.effectsOf('save').filter(({ segment }) => segment.speaker === 'user');
    expect(stored.map(({ segment, final }) => [segment.at - (call.at - 1_200), final])).toEqual([
      [-700, false],
    ]);
    call.send({ type: 'carrier.callerSpeaking', speaking: false });
    call.callerSays('You have reached the Lopez family.');
    expect(saidAt()).toEqual([-700]);
  });

  test('also where it interrupts the agent', () => {
    const { call, saidAt } = connected();
    call.advance(500);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(400);
    call.send({ type: 'carrier.interrupt', heard: 'Hello,' });
    call.callerSays('You have reached the Lopez family.');
    expect(saidAt()).toEqual([-700]);
  });

  test('does not include what began after it, as the carrier reports', () => {
    const { call, saidAt } = connected();
    call.advance(400);
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    call.advance(900);
    call.callerSays('Hello?');
    call.advance(500);
    call.callerSays('Are you there?');
    expect(saidAt()).toEqual([400, 1_800]);
  });

  test('does not include an interruption that is reported before the voice', () => {
    const { call, saidAt } = connected();
    call.advance(2_000);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(600);
    call.send({ type: 'carrier.interrupt', heard: 'Hello,' });
    call.send({ type: 'carrier.callerSpeaking', speaking: true });
    call.callerSays('Stop, please.');
    expect(saidAt()).toEqual([2_600]);
  });

  test('does not include what is reported later than such words take, or after their first words', () => {
    const { call, saidAt } = connected();
    call.advance(20_000);
    call.callerSays('Yes.');
    call.advance(500);
    call.callerSays('Who is that?');
    expect(saidAt()).toEqual([20_000 - 3_600, 20_500]);
  });

  test('is timed as it is reported where nobody knows how long the carrier has waited', () => {
    const { call, saidAt } = connected({ connectingMs: null });
    call.advance(1_400);
    call.callerSays('Hello?');
    expect(saidAt()).toEqual([1_400]);
  });
});

test('the places of entries do not depend on when they are heard', () => {
  const call = new SessionDriver();
  call.send({ type: 'carrier.started' });
  call.callerSays('Hello?');
  call.advance(1_300);
  call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
  call.send({ type: 'carrier.played', itemId: 'item-1', characters: 45 });
  expect(call.transcript()).toEqual([`agent: ${settings.opening}`, 'user: Hello?']);
});
