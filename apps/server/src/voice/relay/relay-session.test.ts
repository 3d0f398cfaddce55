import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayHarness, settled } from '../../../testing/voice/relay/relay-harness.ts';
import { createScriptedAgent } from '../../adapters/scripted-agent/scripted-agent.ts';
import { type LanguageModel, ModelFailure, type ReplyPart } from '../../ports/language-model.ts';
import { LiveSessions } from '../live-sessions.ts';
import { englishPhrases } from '../session/settings.ts';

const brief = { ...exampleBrief, instructions: 'Tell them that the practice is closed on Friday.' };

function scripted(...answers: (readonly ReplyPart[] | Error)[]): LanguageModel {
  let turn = 0;
  return {
    name: 'scripted',
    async *reply() {
      const answer = answers[Math.min(turn, answers.length - 1)] ?? [];
      turn += 1;
      if (answer instanceof Error) throw answer;
      yield* answer;
    },
  };
}

const text = (words: string): ReplyPart => ({ type: 'text', text: words });
const end: ReplyPart = { type: 'tool', call: { name: 'end_call', input: { reason: 'finished' } } };
const prompt = (voicePrompt: string) => ({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
const played = (value: string) => ({ type: 'info', name: 'tokensPlayed', value });

describe('a relay session', () => {
  test('holds a whole call with the scripted agent', async () => {
    const { socket, transcripts, session, reasons } = relayHarness(brief, createScriptedAgent());
    socket.receive(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.receive(prompt('Hello?'));
    await settled();
    expect(socket.spoken()).toContain('the practice is closed on Friday.');
    socket.receive(
      played(socket.spoken().slice('Hello, this is the AI assistant of Elm Street Dental.'.length)),
    );
    socket.receive(prompt('All right, thanks.'));
    await settled();
    expect(socket.ofType('end')).toEqual([]);
    socket.receive(played('Good. Thank you for your time. Goodbye.'));
    expect(socket.ofType('end')).toEqual([{ type: 'end', handoffData: '{"reason":"end"}' }]);
    socket.drop(1000);
    await session.done;
    expect(reasons).toEqual([]);
    expect(transcripts.transcript()).toEqual([
      'agent: Hello, this is the AI assistant of Elm Street Dental.',
      'user: Hello?',
      'agent: I am calling to tell you that the practice is closed on Friday. Is that all right?',
      'user: All right, thanks.',
      'agent: Good. Thank you for your time. Goodbye.',
    ]);
    expect(transcripts.turns).toHaveLength(2);
  });

  test('streams token by token, each as it comes', async () => {
    const { socket } = relayHarness(brief, scripted([text('One '), text('two.')]));
    socket.receive(prompt('Hello?'));
    await settled();
    expect(socket.ofType('text').slice(1)).toEqual([
      { type: 'text', token: 'One ', last: false, interruptible: true },
      { type: 'text', token: 'two.', last: false, interruptible: true },
      { type: 'text', token: '', last: true, interruptible: true },
    ]);
  });

  test('an interruption stops the model and stores what was heard', async () => {
    let aborted = false;
    const endless: LanguageModel = {
      name: 'endless',
      async *reply(_, signal) {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        yield text('Your appointment is on Tuesday, ');
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    };
    const { socket, transcripts } = relayHarness(brief, endless);
    socket.receive(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.receive(prompt('Hello?'));
    await settled();
    socket.receive({
      type: 'interrupt',
      utteranceUntilInterrupt: 'Your appointment',
      durationUntilInterruptMs: '900',
    });
    await settled();
    expect(aborted).toBe(true);
    expect(transcripts.transcript().at(-1)).toBe('agent: Your appointment*');
  });

  test('the last word of a sentence that was cut off in it is not stored as heard', async () => {
    const { socket, transcripts } = relayHarness(
      brief,
      scripted([text('I wrote down Tuesday at nine. What comes next?')]),
    );
    socket.receive(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.receive(prompt('Hello?'));
    await settled();
    // As a carrier tells it: what was played, that the voice stopped, and only then why.
    socket.receive(played('I wrote down Tuesday at nine. What comes'));
    socket.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    socket.receive({
      type: 'interrupt',
      utteranceUntilInterrupt: 'I wrote down Tuesday at nine. What comes',
    });
    await settled();
    expect(transcripts.transcript().at(-1)).toBe('agent: I wrote down Tuesday at nine. What comes*');
  });

  test('counts what is played to the item it belongs to', async () => {
    const { socket, session, transcripts, clock } = relayHarness(brief, scripted([text('See you.'), end]));
    socket.receive(played('Hello, this is the AI'));
    socket.receive({ type: 'info', name: 'roundTripDelayMs', value: 80 });
    socket.receive(played('assistant of Elm Street Dental.'));
    socket.receive(prompt('Bye.'));
    await settled();
    socket.receive(played('See'));
    expect(socket.ofType('end')).toEqual([]);
    // The voice swallows a mark; the silence after it tells that it is over.
    socket.receive(played('you'));
    socket.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(socket.ofType('end')).toEqual([]);
    clock.advance(500);
    expect(socket.ofType('end')).toHaveLength(1);
    socket.drop(1000);
    await session.done;
    expect(transcripts.transcript().at(-1)).toBe('agent: See you.');
  });

  test('a model that fails for good ends in an apology, and the call says why', async () => {
    const { socket, reasons, clock } = relayHarness(brief, scripted(new ModelFailure('unreachable', 'gone')));
    socket.receive(prompt('Hello?'));
    await settled();
    expect(socket.spoken()).toContain(englishPhrases.apology);
    clock.advance(30_000);
    expect(socket.ofType('end')).toHaveLength(1);
    expect(reasons).toEqual(['agent_failed']);
  });

  test('a model that throws something else is a failure like any other', async () => {
    const { socket } = relayHarness(
      brief,
      scripted(new TypeError('x is undefined'), [text('Good morning.')]),
    );
    socket.receive(prompt('Hello?'));
    await settled();
    expect(socket.spoken()).toContain('Good morning.');
  });

  test('a number that wants no more calls is listed at once', async () => {
    const never: ReplyPart = { type: 'tool', call: { name: 'do_not_call', input: {} } };
    const { socket, actions, reasons } = relayHarness(
      brief,
      scripted([never, text('Of course. Goodbye.'), end]),
    );
    socket.receive(prompt('Never call again.'));
    await settled();
    expect(actions).toEqual(['doNotCall']);
    expect(reasons).toEqual(['do_not_call']);
  });

  test('a transfer is handed on to whoever decides about the call', async () => {
    const transfer: ReplyPart = { type: 'tool', call: { name: 'transfer_call', input: { reason: 'asked' } } };
    const { socket, reasons } = relayHarness(
      { ...brief, canTransfer: true },
      scripted([text('One moment.'), transfer]),
    );
    socket.receive(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.receive(prompt('A person, please.'));
    await settled();
    socket.receive(played('One moment.'));
    const handoffData = '{"reason":"transfer","why":"asked"}';
    expect(socket.ofType('end')).toEqual([{ type: 'end', handoffData }]);
    expect(reasons).toEqual(['transferred']);
  });

  test('keys go both ways', async () => {
    const press: ReplyPart = { type: 'tool', call: { name: 'send_digits', input: { digits: '2' } } };
    const { socket, transcripts, clock } = relayHarness(brief, scripted([press]));
    socket.receive({ type: 'dtmf', digit: '5' });
    clock.advance(2_500);
    await settled();
    expect(socket.ofType('sendDigits')).toEqual([{ type: 'sendDigits', digits: '2' }]);
    expect(transcripts.transcript().slice(-2)).toEqual([
      'system: The other party pressed 5.',
      'system: The agent pressed 2.',
    ]);
  });

  test('what was said survives a database that is down for a moment', async () => {
    const { socket, transcripts, clock } = relayHarness(brief, scripted([text('Good morning.')]));
    transcripts.failures = 2;
    socket.receive(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.receive(prompt('Hello?'));
    for (let wait = 0; wait < 4; wait += 1) {
      await settled();
      clock.advance(600);
    }
    await settled();
    expect(transcripts.transcript().slice(0, 2)).toEqual([
      'agent: Hello, this is the AI assistant of Elm Street Dental.',
      'user: Hello?',
    ]);
  });

  test.each([
    [1000, undefined],
    [1006, 'system: The line dropped during the conversation.'],
  ])('a socket that closes with %i', async (code, note) => {
    const { socket, transcripts, session } = relayHarness(brief, scripted([text('Hi.')]));
    socket.receive(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.drop(code);
    await session.done;
    expect(transcripts.transcript()[1]).toBe(note);
  });

  test('unreadable, unknown and error messages change nothing, and nothing said gets into the log', () => {
    const { socket, transcripts, log } = relayHarness(brief, scripted([text('Hi.')]));
    const greeted = socket.sent.length;
    for (const message of [
      '',
      '{',
      '[]',
      'null',
      '{"type":7}',
      '{"type":"configUpdated"}',
      '{"type":"prompt"}',
    ])
      socket.receive(message);
    socket.receive({ type: 'error', description: 'Invalid message received: my secret is 1234' });
    expect(socket.sent).toHaveLength(greeted);
    expect(transcripts.transcript()).toEqual([]);
    expect(JSON.stringify(log.lines)).not.toContain('1234');
  });

  test('runs at speed ten where the carrier does', async () => {
    const { socket, clock, transcripts } = relayHarness(brief, scripted([text('Hi.')]), 10);
    socket.receive(played('Hello, this is the AI assistant of Elm Street Dental.'));
    clock.advance(799);
    expect(socket.spoken()).not.toContain(englishPhrases.areYouThere);
    clock.advance(1);
    expect(socket.spoken()).toContain(englishPhrases.areYouThere);
    await settled();
    // Times are told as they were on the wall.
    expect(
      [...transcripts.entries.values()].every(({ spokenAt }) => spokenAt.getTime() <= clock.now().getTime()),
    ).toBe(true);
  });
});

describe('many sessions in one process', () => {
  test('one that crashes does not affect the others', async () => {
    const sessions = new LiveSessions();
    const good = relayHarness(brief, scripted([text('Good morning.')]));
    const bad = relayHarness(brief, scripted([text('Good morning.')]));
    sessions.add('good', good.session);
    sessions.add('bad', bad.session);
    bad.socket.failing = true;
    for (const { socket } of [good, bad]) socket.receive(prompt('Hello?'));
    await settled();
    bad.clock.advance(30_000);
    await bad.session.done;
    expect(bad.log.lines.some(({ level }) => level === 'error')).toBe(true);
    expect(good.socket.spoken()).toContain('Good morning.');
    expect(sessions.size).toBe(1);
    expect(sessions.send('good', { type: 'control.amdResult', answeredBy: 'human' })).toBe(true);
    expect(sessions.send('bad', { type: 'control.hangup' })).toBe(false);
  });

  test('a hundred sessions at once do not mix', async () => {
    const desks = Array.from({ length: 100 }, (_, number) =>
      relayHarness(brief, scripted([text(`You are number ${number}.`)])),
    );
    for (const [number, { socket }] of desks.entries()) socket.receive(prompt(`I am ${number}.`));
    await settled();
    for (const [number, { socket, transcripts }] of desks.entries()) {
      expect(socket.spoken()).toContain(`You are number ${number}.`);
      expect(transcripts.transcript()).toContain(`user: I am ${number}.`);
    }
  });

  test('a process that stops lets them finish until the deadline', async () => {
    const sessions = new LiveSessions();
    const desk = relayHarness(brief, scripted([text('Good morning.')]));
    sessions.add('call', desk.session);
    const drained = sessions.drain(15_000, desk.clock);
    desk.clock.advance(9_000);
    expect(desk.socket.spoken()).toContain(englishPhrases.drainGoodbye);
    desk.clock.advance(6_000);
    await drained;
  });
});
