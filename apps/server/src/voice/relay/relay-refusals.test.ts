import { expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayHarness, settled } from '../../../testing/voice/relay/relay-harness.ts';
import type { LanguageModel, ReplyPart } from '../../ports/language-model.ts';
import { plainManners } from '../session/manners.ts';
import { englishPhrases } from '../session/settings.ts';

const brief = { ...exampleBrief, instructions: 'Tell them that the practice is closed on Friday.' };
const text = (words: string): ReplyPart => ({ type: 'text', text: words });
const never: ReplyPart = { type: 'tool', call: { name: 'do_not_call', input: {} } };
const prompt = (voicePrompt: string) => ({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });

/** A model that answers each time with this, after so long. */
function scripted(answer: readonly ReplyPart[], begin: () => Promise<void> = async () => {}): LanguageModel {
  return {
    name: 'scripted',
    async *reply() {
      await begin();
      yield* answer;
    },
  };
}

const refusal = 'Please do not call me again.';

test('DN10: who wants no more calls is answered once their words are stored', async () => {
  const { socket, transcripts, clock } = relayHarness(brief, scripted([text('I understand. Goodbye.')]));
  await settled();
  transcripts.failures = 2;
  socket.receive(prompt(refusal));
  await settled();
  // Writes are tried again after 100 and 300 ms.
  clock.advance(100);
  await settled();
  expect(socket.spoken()).not.toContain('I understand');
  clock.advance(300);
  await settled();
  expect(transcripts.transcript()).toContain(`user: ${refusal}`);
  expect(socket.spoken()).toContain('I understand');
});

test('DN10: where the database is away, who wants no more calls waits five seconds for an answer', async () => {
  const { socket, transcripts, clock } = relayHarness(brief, scripted([text('I understand. Goodbye.')]));
  await settled();
  transcripts.failures = 1_000;
  socket.receive(prompt(refusal));
  await settled();
  clock.advance(4_999);
  await settled();
  expect(socket.spoken()).not.toContain('I understand');
  clock.advance(1);
  await settled();
  expect(socket.spoken()).toContain('I understand');
});

test('DN10: who hangs up before the database is back is listed: the model is asked at once', async () => {
  const { socket, transcripts, actions, reasons, clock } = relayHarness(
    brief,
    scripted([text('I understand. '), never, text('Goodbye.')]),
  );
  await settled();
  transcripts.failures = 1_000;
  socket.receive(prompt(refusal));
  await settled();
  expect(actions).toEqual(['doNotCall']);
  expect(socket.spoken()).not.toContain('I understand');
  socket.drop(1000);
  clock.advance(5_000);
  await settled();
  expect(socket.spoken()).not.toContain('I understand');
  expect([actions, reasons]).toEqual([['doNotCall'], ['do_not_call']]);
});

test('DN10: the wait for the database takes none of the time of the model', async () => {
  let think = (_done: () => void) => {};
  const model = scripted([text('I understand. Goodbye.')], () => new Promise<void>((done) => think(done)));
  const { socket, transcripts, clock } = relayHarness(brief, model);
  think = (done) => void clock.after(7_000, done);
  await settled();
  transcripts.failures = 1_000;
  socket.receive(prompt(refusal));
  await settled();
  clock.advance(5_000);
  await settled();
  clock.advance(2_000);
  await settled();
  expect(socket.spoken()).toContain('I understand. Goodbye.');
});

test('DN10: where the model alone has understood a refusal, its promise waits for the list', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const model = scripted([never, text('You will not hear from us again.')]);
  const { socket } = relayHarness(brief, model, 1, [], { doNotCall: () => promise });
  socket.receive(prompt('Lose my number.'));
  await settled();
  expect(socket.spoken()).not.toContain('You will not hear');
  resolve();
  await settled();
  expect(socket.spoken()).toContain('You will not hear from us again.');
});

test('DN10: on a sales call the promise of the session waits for the list', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const manners = { ...plainManners, offersOptOut: true };
  const { socket, reasons } = relayHarness(brief, scripted([text('Well.')]), 1, [], {
    ...{ manners, doNotCall: () => promise },
  });
  socket.receive({ type: 'dtmf', digit: '9' });
  await settled();
  expect(socket.spoken()).not.toContain(englishPhrases.noMoreCalls);
  resolve();
  await settled();
  expect(socket.spoken()).toContain(englishPhrases.noMoreCalls);
  expect(reasons).toEqual(['do_not_call']);
});

test('DN10: a session is not over before the refusal is on the list', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { socket, session } = relayHarness(brief, scripted([never]), 1, [], { doNotCall: () => promise });
  let isDone = false;
  void session.done.then(() => {
    isDone = true;
  });
  socket.receive(prompt('Lose my number.'));
  await settled();
  socket.drop(1000);
  await settled();
  expect(isDone).toBe(false);
  resolve();
  await settled();
  expect(isDone).toBe(true);
});
