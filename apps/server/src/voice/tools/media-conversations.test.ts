import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { call, cut, speak } from '../../../testing/realtime/plan.ts';
import { RealtimeService } from '../../../testing/realtime/realtime-service.ts';
import { MediaHarness } from '../../../testing/voice/media/media-harness.ts';
import { bookTool, lookUpTool } from '../../../testing/voice/test-tools.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';

const brief = { ...exampleBrief, greeting: 'Hello.' };
let service: RealtimeService;
beforeEach(async () => {
  service = await RealtimeService.start();
});
afterEach(() => service.stop());

/** A call to a speech engine, with tools that answer when the test says so. */
async function open() {
  const answers: ((outcome: ToolOutcome) => void)[] = [];
  const run = () => new Promise<ToolOutcome>((resolve) => answers.push(resolve));
  const harness = new MediaHarness(brief, service, [lookUpTool(run), bookTool(run)]);
  const session = await service.session();
  await session.sent.untilCount('response.done', 1);
  return { harness, session, answers };
}

const findTuesday = call('find_times', { day: 'Tuesday' });
const done = (detail: string): ToolOutcome => ({ status: 'done', detail });

/** Time passes, frame by frame: the engine hears and answers over real sockets. */
async function passUntil(harness: MediaHarness, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    harness.advance(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a tool looks something up, and the engine says what it found', async () => {
  const { harness, session, answers } = await open();
  harness.advance(5_000);
  service.answers([speak('One moment.'), findTuesday], speak('There is one at ten.'));
  await harness.callerSays('Is there a time on Tuesday?');
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(done('10:00'));
  await session.sent.untilCount('response.done', 3);
  expect(session.history().slice(-5)).toEqual([
    'user: Is there a time on Tuesday?',
    'assistant: One moment.',
    'function_call: {"day":"Tuesday"}',
    'function_call_output: {"status":"done","detail":"10:00"}',
    'assistant: There is one at ten.',
  ]);
  expect(session.sent.ofType('error')).toEqual([]);
  expect(session.conversation.unanswered()).toEqual([]);
});

test('the engine goes on talking while the tool runs, and is asked when its answer is there', async () => {
  const { harness, session, answers } = await open();
  harness.advance(5_000);
  service.answers(findTuesday, speak('A moment more.'), speak('There is one at ten.'));
  await harness.callerSays('Is there a time on Tuesday?');
  await expect.poll(() => answers).toHaveLength(1);
  await harness.callerSays('Are you there?');
  await session.sent.untilCount('response.done', 3);
  answers[0]?.(done('10:00'));
  await session.sent.untilCount('response.done', 4);
  expect(session.history().slice(-3)).toEqual([
    'assistant: A moment more.',
    'function_call_output: {"status":"done","detail":"10:00"}',
    'assistant: There is one at ten.',
  ]);
  expect(session.sent.ofType('error')).toEqual([]);
});

test('a late answer is a message before the next turn, and nobody is asked for it', async () => {
  const { harness, session, answers } = await open();
  harness.advance(5_000);
  service.answerWith(() => speak('All right.'));
  service.answers(findTuesday, speak('One moment.'), speak('Still looking.'));
  await harness.callerSays('Is there a time on Tuesday?');
  await expect.poll(() => answers).toHaveLength(1);
  await passUntil(harness, () => session.history().join().includes('timed_out'));
  await session.sent.untilCount('response.done', 5);
  expect(session.history().slice(-2)).toEqual([
    'function_call_output: {"status":"timed_out","detail":"No answer in time."}',
    'assistant: All right.',
  ]);
  answers[0]?.(done('10:00'));
  await expect
    .poll(() => session.history().at(-1))
    .toBe('user: [Later result of your call of find_times: {"status":"done","detail":"10:00"}]');
  expect(session.received.ofType('response.create')).toHaveLength(4);
  expect(session.sent.ofType('error')).toEqual([]);
});

test('a connection that is replaced knows of the tool, and gets its answer', async () => {
  const { harness, answers } = await open();
  harness.advance(5_000);
  service.answers([speak('One moment.'), findTuesday], cut, speak('There is one at ten.'));
  await harness.callerSays('Is there a time on Tuesday?');
  await expect.poll(() => answers).toHaveLength(1);
  await harness.callerSays('Hello?');
  const second = await service.session(2);
  answers[0]?.(done('10:00'));
  await expect.poll(() => second.history().join('\n')).toContain('function_call_output: {"status":"done"');
  expect(second.sent.ofType('error')).toEqual([]);
  expect(second.conversation.unanswered()).toEqual([]);
});

test('what a lying model calls is refused in words, and the call goes on', async () => {
  const { harness, session, answers } = await open();
  harness.advance(5_000);
  service.answers(
    [
      speak('Wait.'),
      ...[call('launch_missiles', {}), call('find_times', '{"day":'), call('find_times', { day: 7 })],
      ...Array.from({ length: 10 }, () => findTuesday),
    ],
    speak('There is one at ten.'),
  );
  await harness.callerSays('Hello?');
  const outputs = (status: string) =>
    session
      .history()
      .filter((item) => item.startsWith('function_call_output') && item.includes(`"${status}"`));
  await expect.poll(() => outputs('refused')).toHaveLength(5);
  expect(answers).toHaveLength(8);
  for (const answer of answers) answer(done('10:00'));
  await session.sent.untilCount('response.done', 3);
  expect(outputs('done')).toHaveLength(8);
  expect(session.conversation.unanswered()).toEqual([]);
  expect(session.sent.ofType('error')).toEqual([]);
});
