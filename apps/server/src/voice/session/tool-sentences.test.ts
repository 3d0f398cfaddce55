import { describe, expect, test } from 'vitest';
import { bookTime, findTimes, SessionDriver } from '../../../testing/voice/session/session-driver.ts';
import { bookTool, lookUpTool } from '../../../testing/voice/test-tools.ts';
import { builtInTools } from '../tools/tool-registry.ts';
import type { VoiceTool } from '../tools/voice-tool.ts';
import { englishPhrases } from './settings.ts';

const meanwhile = 'I am looking at the calendar.';
const failure = 'The calendar does not answer right now.';

function worded(tool: VoiceTool): VoiceTool {
  if (tool.work.by !== 'runner') return tool;
  return { ...tool, work: { ...tool.work, sayMeanwhile: meanwhile, sayOnFailure: failure } };
}

function asked(...calls: Parameters<SessionDriver['reply']>[1][]): SessionDriver {
  const call = SessionDriver.answered({ tools: [...builtInTools, worded(lookUpTool()), worded(bookTool())] });
  call.callerSays('Is there a time on Tuesday?');
  call.reply('', ...(calls.length > 0 ? calls : [findTimes]));
  return call;
}

const details = (call: SessionDriver) =>
  (call.effectsOf('respond').at(-1)?.history ?? []).flatMap((entry) =>
    entry.kind === 'tool' ? [entry.result.detail] : [],
  );

describe('VS50 a tool has sentences of its own', () => {
  test('the first filler is its own, the second the session’s', () => {
    const call = asked();
    call.advance(799);
    expect(call.spoken()).not.toContain(meanwhile);
    call.advance(1);
    expect(call.spoken()).toContain(meanwhile);
    call.playOut();
    call.advance(3_300);
    expect(call.spoken()).toContain(englishPhrases.fillers[1]);
    expect(call.spoken().split(meanwhile)).toHaveLength(2);
  });

  test('a quick answer needs none', () => {
    const call = asked();
    call.advance(500);
    call.toolAnswers('call00001', '10:00');
    expect(call.spoken()).not.toContain(meanwhile);
  });

  test.each(['failed', 'timed_out'] as const)(
    'one that %s is told at once, and the model knows',
    (status) => {
      const call = asked(bookTime);
      call.advance(500);
      call.toolAnswers('call00001', 'It did not work.', status);
      expect(call.spoken()).toContain(failure);
      call.playOut();
      call.advance(100);
      expect(details(call)).toEqual([`It did not work. They are being told: ${failure}`]);
    },
  );

  test('so is the end of its time, once', () => {
    const call = asked(bookTime);
    call.advance(30_000);
    call.playOut();
    call.advance(1_000);
    expect(call.spoken().split(failure)).toHaveLength(2);
  });

  test('nobody is interrupted by it: the model has to say it', () => {
    const call = asked();
    call.send({ type: 'carrier.prompt', text: 'Or on', last: false });
    call.toolAnswers('call00001', 'It did not work.', 'failed');
    expect(call.spoken()).not.toContain(failure);
    call.callerSays('Or on Wednesday?');
    expect(details(call)).toEqual([`It did not work. Tell them: ${failure}`]);
  });

  test('forbids it for what was refused or done', () => {
    for (const status of ['done', 'refused'] as const) {
      const call = asked();
      call.toolAnswers('call00001', 'x', status);
      call.advance(5_000);
      expect(call.spoken()).not.toContain(failure);
    }
  });
});

describe('VS51 the time of tools is counted apart', () => {
  const timings = (call: SessionDriver) =>
    call.effectsOf('publish').flatMap(({ event }) => (event.kind === 'turn' ? [event.timing] : []));

  test('what an answer has waited for them is part of its time', () => {
    const call = asked();
    call.advance(700);
    call.toolAnswers('call00001', '10:00');
    call.advance(200);
    call.reply('At ten.');
    expect(timings(call).at(-1)).toEqual({ firstTokenMs: 900, firstSpeechMs: 900, toolMs: 700 });
  });

  test('two in a row are added up', () => {
    const call = asked();
    call.advance(400);
    call.toolAnswers('call00001', '10:00');
    call.advance(100);
    call.reply('', bookTime);
    call.advance(300);
    call.toolAnswers('call00002', 'Booked.');
    call.reply('Booked.');
    expect(timings(call).at(-1)).toMatchObject({ firstSpeechMs: 800, toolMs: 700 });
  });

  test('forbids to count what passed before the other party had finished', () => {
    const call = asked();
    call.advance(500);
    call.callerSays('Or on Wednesday?');
    call.advance(200);
    call.toolAnswers('call00001', '10:00');
    call.reply('At ten.');
    expect(timings(call).at(-1)).toMatchObject({ firstSpeechMs: 200, toolMs: 200 });
  });

  test('an answer without tools has none', () => {
    const call = SessionDriver.answered();
    call.callerSays('Hello?');
    call.reply('Hello.');
    expect(timings(call).at(-1)).not.toHaveProperty('toolMs');
  });
});

describe('VS37 tools of a lost session', () => {
  const lost = {
    ...{ callId: 'call00001', name: 'book_time', changes: true, startedAt: 0, limitMs: 0, overdue: true },
    ...{ sayMeanwhile: null, sayOnFailure: null, callerFinishedAt: null },
  };

  test('are told when they answer, and not waited for', () => {
    const call = SessionDriver.answered({
      firstOrdinal: 110,
      resumed: [{ ordinal: 0, entry: { kind: 'said', text: 'Ten, please.' } }],
      resumedTools: [lost],
    });
    call.advance(500);
    call.toolAnswers('call00001', 'Booked.');
    call.callerSays('Did it work?');
    expect(call.effectsOf('respond').at(-1)?.history).toContainEqual({
      ...{ kind: 'lateResult', name: 'book_time' },
      result: { status: 'done', detail: 'Booked.' },
    });
  });
});
