import { describe, expect, test } from 'vitest';
import {
  bookTime,
  endCall,
  findTimes,
  ofType,
  SessionDriver,
} from '../../../testing/voice/session/session-driver.ts';
import { englishPhrases } from './settings.ts';

const times = '{"free":["10:00","14:30"]}';

/** The model has called this tool, with or without words. */
function asked(text = '', ...calls: Parameters<SessionDriver['reply']>[1][]): SessionDriver {
  const call = SessionDriver.answered();
  call.callerSays('Is there a time on Tuesday?');
  call.reply(text, ...(calls.length > 0 ? calls : [findTimes]));
  return call;
}

function shown(call: SessionDriver) {
  return call.effectsOf('respond').at(-1)?.history ?? [];
}

function results(call: SessionDriver): string[] {
  return shown(call).flatMap((entry) =>
    entry.kind === 'tool' ? [`${entry.call.name}: ${entry.result.status}`] : [],
  );
}

describe('VS32 a tool runs beside the conversation', () => {
  test('it is started once, with an id of its own and its checked input', () => {
    const call = asked('One moment.');
    expect(call.effectsOf('runTool')).toEqual([
      { type: 'runTool', callId: 'call00001', name: 'find_times', input: { day: 'Tuesday' }, ordinal: 2.5 },
    ]);
    call.playOut();
    expect(call.state.phase.kind).toBe('live');
  });

  test.each([
    ['words', { type: 'carrier.prompt', text: 'Or Wednesday?', last: true }],
    ['a key', { type: 'carrier.dtmf', digit: '1' }],
    ['an interruption', { type: 'carrier.interrupt', heard: 'One' }],
    ['a sentence from outside', { type: 'control.say', text: 'Please hold.' }],
  ] as const)('forbids that %s of the other party cancels it', (_what, event) => {
    const call = asked('One moment.');
    call.send(event);
    call.toolAnswers('call00001', times);
    call.advance(20_000);
    expect(results(call)).toEqual(['find_times: done']);
  });

  test('the call may end while it runs: hung up, ended by a user, a process that stops', () => {
    for (const event of [
      { type: 'carrier.stopped', how: 'hung_up' },
      { type: 'control.hangup' },
      { type: 'control.drain', withinMs: 0 },
    ] as const) {
      const call = asked();
      call.send(event);
      call.advance(60_000);
      expect(call.state.phase.kind).toBe('closed');
      expect(call.timers()).toEqual([]);
      expect(call.toolAnswers('call00001', times)).toEqual([]);
    }
  });

  test('an answer that fails after its call is requested again with the result, not before', () => {
    const call = SessionDriver.answered();
    call.callerSays('Is there a time on Tuesday?');
    const itemId = call.turnId();
    call.send({ type: 'engine.toolCall', itemId, call: findTimes });
    call.send({ type: 'engine.failed', itemId, kind: 'cut', retryable: true });
    expect(call.effectsOf('respond')).toHaveLength(1);
    call.toolAnswers('call00001', times);
    expect(call.effectsOf('respond')).toHaveLength(2);
    expect(results(call)).toEqual(['find_times: done']);
  });
});

test('VS32 forbids that a later session of the call uses an id again', () => {
  const ids = [0, 7, 4_000].map((firstOrdinal) => {
    const call = SessionDriver.answered({ firstOrdinal });
    call.callerSays('Is there a time on Tuesday?');
    call.reply('', findTimes);
    return call.effectsOf('runTool')[0]?.callId ?? '';
  });
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/);
});

describe('VS33 the model gets results and words together', () => {
  test('it is asked as soon as the tool has answered', () => {
    const call = asked('One moment.');
    call.playOut();
    const effects = call.toolAnswers('call00001', times);
    expect(ofType(effects, 'respond')).toHaveLength(1);
    expect(shown(call).slice(1)).toEqual([
      { kind: 'said', text: 'Is there a time on Tuesday?' },
      { kind: 'agent', text: 'One moment.', interrupted: false },
      { kind: 'tool', id: 'call00001', call: findTimes, result: { status: 'done', detail: times } },
    ]);
    call.reply('There is one at ten.');
    call.playOut();
    expect(call.transcript().at(-1)).toBe('agent: There is one at ten.');
  });

  test('an answer that comes while its announcement is still playing follows it', () => {
    const call = asked('One moment.');
    call.toolAnswers('call00001', times);
    call.reply('There is one at ten.');
    expect(call.spoken()).toContain('One |moment.||There |is |one |at |ten.');
    const ids = call.effectsOf('sayText').map(({ itemId }) => itemId);
    expect(new Set(ids.slice(-6))).toHaveProperty('size', 1);
    expect(call.effectsOf('cancel')).toEqual([]);
  });

  test('an answer that comes before the turn is over waits for its end', () => {
    const call = SessionDriver.answered();
    call.callerSays('Is there a time on Tuesday?');
    const itemId = call.turnId();
    call.send({ type: 'engine.toolCall', itemId, call: findTimes });
    call.toolAnswers('call00001', times);
    expect(call.effectsOf('respond')).toHaveLength(1);
    call.send({ type: 'engine.done', itemId });
    expect(call.effectsOf('respond')).toHaveLength(2);
  });

  test('what the other party says meanwhile waits for the result', () => {
    const call = asked('One moment.');
    call.playOut();
    call.advance(500);
    const effects = call.callerSays('In the morning, please.');
    expect(ofType(effects, 'respond')).toEqual([]);
    call.advance(2_000);
    call.playOut();
    call.toolAnswers('call00001', times);
    expect(shown(call).map(({ kind }) => kind)).toContain('said');
    expect(shown(call).filter(({ kind }) => kind === 'said')).toHaveLength(2);
    expect(results(call)).toEqual(['find_times: done']);
  });

  test('a result that comes while they speak waits for the end of their sentence', () => {
    const call = asked();
    call.send({ type: 'carrier.prompt', text: 'In the', last: false });
    expect(ofType(call.toolAnswers('call00001', times), 'respond')).toEqual([]);
    call.callerSays('In the morning, please.');
    expect(call.effectsOf('respond')).toHaveLength(2);
    expect(shown(call).at(-1)).toEqual({ kind: 'said', text: 'In the morning, please.' });
  });

  test('of several tools the last answer decides', () => {
    const call = asked('', findTimes, { name: 'find_times', input: { day: 'Friday' } });
    call.toolAnswers('call00002', 'nothing', 'failed');
    expect(call.effectsOf('respond')).toHaveLength(1);
    call.toolAnswers('call00001', times);
    expect(results(call)).toEqual(['find_times: done', 'find_times: failed']);
  });

  test('forbids that the agent has the last word in what the model is shown', () => {
    const call = asked();
    call.advance(1_000);
    expect(call.spoken()).toContain(englishPhrases.fillers[0]);
    call.playOut();
    call.toolAnswers('call00001', times);
    expect(
      shown(call)
        .slice(-2)
        .map(({ kind }) => kind),
    ).toEqual(['agent', 'tool']);
  });

  test('forbids a second request for the same result', () => {
    const call = asked();
    call.toolAnswers('call00001', times);
    call.toolAnswers('call00001', times);
    call.reply('There is one at ten.');
    call.playOut();
    expect(call.effectsOf('respond')).toHaveLength(2);
  });
});

describe('VS34 a tool has a time limit', () => {
  test('after it the model is told, and the conversation goes on', () => {
    const call = asked('One moment.');
    call.playOut();
    call.advance(9_900);
    expect(call.effectsOf('respond')).toHaveLength(1);
    call.advance(200);
    expect(results(call)).toEqual(['find_times: timed_out']);
  });

  test('of a tool that changes something it is said that nobody knows', () => {
    const call = asked('', bookTime);
    call.advance(21_000);
    const booked = shown(call).find(({ kind }) => kind === 'tool');
    expect(booked).toMatchObject({ result: { detail: expect.stringContaining('not known whether') } });
  });

  test('a late answer is told with the next turn', () => {
    const call = asked('', bookTime);
    call.advance(21_000);
    call.reply('Somebody will check that.');
    call.playOut();
    const before = call.effectsOf('respond').length;
    call.toolAnswers('call00001', 'Booked for ten.');
    expect(call.effectsOf('respond')).toHaveLength(before);
    call.callerSays('And?');
    expect(shown(call).slice(-3)).toEqual([
      { kind: 'agent', text: 'Somebody will check that.', interrupted: false },
      { kind: 'lateResult', name: 'book_time', result: { status: 'done', detail: 'Booked for ten.' } },
      { kind: 'said', text: 'And?' },
    ]);
    expect(results(call)).toEqual(['book_time: timed_out']);
  });

  test('forbids that a second answer, or one to no call, changes anything', () => {
    const call = asked();
    call.toolAnswers('call00001', times);
    const { state } = call;
    expect(call.toolAnswers('call00001', 'Otherwise.')).toEqual([]);
    expect(call.toolAnswers('call00077', 'Otherwise.')).toEqual([]);
    expect(call.state).toBe(state);
  });
});

describe('VS35 every call gets a result that the model can read', () => {
  test.each([
    ['an unknown name', { name: 'launch', input: {} }, 'launch'],
    ['a name that no provider accepts', { name: 'place a call!', input: {} }, 'unknown'],
    ['an input that does not fit', { name: 'find_times', input: { day: 7 } }, 'find_times'],
    ['arguments that are no JSON', { name: 'find_times', input: undefined }, 'find_times'],
    ['arguments without end', { name: 'find_times', input: { day: 'x'.repeat(100_000) } }, 'find_times'],
    ['a list', { name: 'end_call', input: [] }, 'end_call'],
  ])('%s is refused in words', (_what, lie, name) => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    call.reply('', lie);
    expect(results(call)).toEqual([`${name}: refused`]);
    expect(call.effectsOf('respond').at(-1)?.attempt).toBe(2);
    expect(JSON.stringify(shown(call)).length).toBeLessThan(4_000);
    expect(call.effectsOf('runTool')).toEqual([]);
  });

  test('of ten calls in one turn eight run', () => {
    const call = asked('', ...Array.from({ length: 10 }, () => findTimes));
    expect(call.effectsOf('runTool')).toHaveLength(8);
    for (let number = 1; number <= 8; number += 1) call.toolAnswers(`call0000${number}`, times);
    expect(results(call).filter((result) => result.endsWith('refused'))).toHaveLength(2);
  });

  test('a model that calls tools for ever is stopped after eight in a row', () => {
    const call = asked();
    for (let number = 1; number <= 12; number += 1) {
      call.toolAnswers(`call${String(number).padStart(5, '0')}`, times);
      if (call.state.agent.kind === 'thinking') call.reply('', findTimes);
    }
    expect(call.effectsOf('runTool')).toHaveLength(8);
    expect(call.spoken()).toContain(englishPhrases.apology);
  });

  test('a word of the other party starts the count again', () => {
    const call = asked();
    for (let number = 1; number <= 12; number += 1) {
      call.toolAnswers(`call${String(number).padStart(5, '0')}`, times);
      call.reply('None yet.');
      call.playOut();
      call.callerSays('Another day?');
      call.reply('', findTimes);
    }
    expect(call.effectsOf('runTool')).toHaveLength(13);
  });

  test('forbids hanging up in the same turn, before the result is known', () => {
    const call = asked('It is booked. Goodbye.', bookTime, endCall);
    call.playOut();
    expect(call.state.phase.kind).toBe('live');
    call.toolAnswers('call00001', 'The time is taken.', 'failed');
    expect(results(call)).toEqual(['book_time: failed', 'end_call: refused']);
  });

  test('forbids that a tool is started by a turn that ends the call', () => {
    const call = SessionDriver.answered();
    call.callerSays('That is all.');
    call.reply('Goodbye.', endCall, bookTime);
    expect(call.effectsOf('runTool')).toEqual([]);
    expect(call.state.phase.kind).toBe('ending');
  });
});

describe('VS36 nobody waits in silence', () => {
  test('a filler after 0.8 seconds, another at 4, then every 8', () => {
    const call = asked('', bookTime);
    const said: number[] = [];
    for (let ms = 0; ms < 19_000; ms += 100) {
      if (ofType(call.advance(100), 'sayText').length > 0) said.push(ms + 100);
      call.playOut();
    }
    expect(said).toEqual([800, 4_000, 12_000]);
  });

  test('forbids a filler over words, and asking whether somebody is there', () => {
    const call = asked('Let me look that up for you, this will only take a moment.');
    call.advance(700);
    expect(call.timers()).not.toContain('toolFiller');
    call.playOut();
    call.send({ type: 'carrier.prompt', text: 'Well,', last: false });
    call.advance(9_000);
    expect(call.spoken()).not.toContain(englishPhrases.fillers[0]);
    expect(call.spoken()).not.toContain(englishPhrases.areYouThere);
  });

  test('forbids a filler before 0.8 seconds', () => {
    const call = asked();
    call.advance(700);
    call.toolAnswers('call00001', times);
    expect(call.spoken()).not.toContain(englishPhrases.fillers[0]);
  });
});
