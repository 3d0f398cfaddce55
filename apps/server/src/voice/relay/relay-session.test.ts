import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayDesk, settled } from '../../../testing/voice/relay/relay-desk.ts';
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
    const { socket, transcripts, session, reasons } = relayDesk(brief, createScriptedAgent());
    socket.tell(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.tell(prompt('Hello?'));
    await settled();
    expect(socket.spoken()).toContain('the practice is closed on Friday.');
    socket.tell(
      played(socket.spoken().slice('Hello, this is the AI assistant of Elm Street Dental.'.length)),
    );
    socket.tell(prompt('All right, thanks.'));
    await settled();
    expect(socket.ofType('end')).toEqual([]);
    socket.tell(played('Good. Thank you for your time. Goodbye.'));
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
    const { socket } = relayDesk(brief, scripted([text('One '), text('two.')]));
    socket.tell(prompt('Hello?'));
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
    const { socket, transcripts } = relayDesk(brief, endless);
    socket.tell(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.tell(prompt('Hello?'));
    await settled();
    socket.tell({
      type: 'interrupt',
      utteranceUntilInterrupt: 'Your appointment',
      durationUntilInterruptMs: '900',
    });
    await settled();
    expect(aborted).toBe(true);
    expect(transcripts.transcript().at(-1)).toBe('agent: Your appointment*');
  });

  test('the last word of a sentence that was cut off in it is not stored as heard', async () => {
    const { socket, transcripts } = relayDesk(
      brief,
      scripted([text('I wrote down Tuesday at nine. What comes next?')]),
    );
    socket.tell(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.tell(prompt('Hello?'));
    await settled();
    // As a carrier tells it: what was played, that the voice stopped, and only then why.
    socket.tell(played('I wrote down Tuesday at nine. What comes'));
    socket.tell({ type: 'info', name: 'agentSpeaking', value: 'off' });
    socket.tell({ type: 'interrupt', utteranceUntilInterrupt: 'I wrote down Tuesday at nine. What comes' });
    await settled();
    expect(transcripts.transcript().at(-1)).toBe('agent: I wrote down Tuesday at nine. What comes*');
  });

  test('counts what is played to the item it belongs to', async () => {
    const { socket, session, transcripts, clock } = relayDesk(brief, scripted([text('See you.'), end]));
    socket.tell(played('Hello, this is the AI'));
    socket.tell({ type: 'info', name: 'roundTripDelayMs', value: 80 });
    socket.tell(played('assistant of Elm Street Dental.'));
    socket.tell(prompt('Bye.'));
    await settled();
    socket.tell(played('See'));
    expect(socket.ofType('end')).toEqual([]);
    // The voice swallows a mark; the silence after it tells that it is over.
    socket.tell(played('you'));
    socket.tell({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(socket.ofType('end')).toEqual([]);
    clock.pass(500);
    expect(socket.ofType('end')).toHaveLength(1);
    socket.drop(1000);
    await session.done;
    expect(transcripts.transcript().at(-1)).toBe('agent: See you.');
  });

  test('a model that fails for good ends in an apology, and the call says why', async () => {
    const { socket, reasons, clock } = relayDesk(brief, scripted(new ModelFailure('unreachable', 'gone')));
    socket.tell(prompt('Hello?'));
    await settled();
    expect(socket.spoken()).toContain(englishPhrases.apology);
    clock.pass(30_000);
    expect(socket.ofType('end')).toHaveLength(1);
    expect(reasons).toEqual(['agent_failed']);
  });

  test('a model that throws something else is a failure like any other', async () => {
    const { socket } = relayDesk(brief, scripted(new TypeError('x is undefined'), [text('Good morning.')]));
    socket.tell(prompt('Hello?'));
    await settled();
    expect(socket.spoken()).toContain('Good morning.');
  });

  test('a number that wants no more calls is listed at once', async () => {
    const never: ReplyPart = { type: 'tool', call: { name: 'do_not_call', input: {} } };
    const { socket, actions, reasons } = relayDesk(
      brief,
      scripted([never, text('Of course. Goodbye.'), end]),
    );
    socket.tell(prompt('Never call again.'));
    await settled();
    expect(actions).toEqual(['doNotCall']);
    expect(reasons).toEqual(['do_not_call']);
  });

  test('a transfer is handed on to whoever decides about the call', async () => {
    const transfer: ReplyPart = { type: 'tool', call: { name: 'transfer_call', input: { reason: 'asked' } } };
    const { socket, reasons } = relayDesk(
      { ...brief, canTransfer: true },
      scripted([text('One moment.'), transfer]),
    );
    socket.tell(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.tell(prompt('A person, please.'));
    await settled();
    socket.tell(played('One moment.'));
    expect(socket.ofType('end')).toEqual([{ type: 'end', handoffData: '{"reason":"transfer"}' }]);
    expect(reasons).toEqual(['transferred']);
  });

  test('keys go both ways', async () => {
    const press: ReplyPart = { type: 'tool', call: { name: 'send_digits', input: { digits: '2' } } };
    const { socket, transcripts, clock } = relayDesk(brief, scripted([press]));
    socket.tell({ type: 'dtmf', digit: '5' });
    clock.pass(2_500);
    await settled();
    expect(socket.ofType('sendDigits')).toEqual([{ type: 'sendDigits', digits: '2' }]);
    expect(transcripts.transcript().slice(-2)).toEqual([
      'system: The other party pressed 5.',
      'system: The agent pressed 2.',
    ]);
  });

  test('what was said survives a database that is down for a moment', async () => {
    const { socket, transcripts, clock } = relayDesk(brief, scripted([text('Good morning.')]));
    transcripts.failures = 2;
    socket.tell(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.tell(prompt('Hello?'));
    for (let wait = 0; wait < 4; wait += 1) {
      await settled();
      clock.pass(600);
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
    const { socket, transcripts, session } = relayDesk(brief, scripted([text('Hi.')]));
    socket.tell(played('Hello, this is the AI assistant of Elm Street Dental.'));
    socket.drop(code);
    await session.done;
    expect(transcripts.transcript()[1]).toBe(note);
  });

  test('unreadable, unknown and complaining messages change nothing, and nothing said gets into the log', () => {
    const { socket, transcripts, log } = relayDesk(brief, scripted([text('Hi.')]));
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
      socket.tell(message);
    socket.tell({ type: 'error', description: 'Invalid message received: my secret is 1234' });
    expect(socket.sent).toHaveLength(greeted);
    expect(transcripts.transcript()).toEqual([]);
    expect(JSON.stringify(log.lines)).not.toContain('1234');
  });

  test('runs at speed ten where the carrier does', async () => {
    const { socket, clock, transcripts } = relayDesk(brief, scripted([text('Hi.')]), 10);
    socket.tell(played('Hello, this is the AI assistant of Elm Street Dental.'));
    clock.pass(799);
    expect(socket.spoken()).not.toContain(englishPhrases.areYouThere);
    clock.pass(1);
    expect(socket.spoken()).toContain(englishPhrases.areYouThere);
    await settled();
    // Times are told as they were on the wall.
    expect(
      [...transcripts.lines.values()].every(({ spokenAt }) => spokenAt.getTime() <= clock.now().getTime()),
    ).toBe(true);
  });
});

describe('many sessions in one process', () => {
  test('one that crashes ends alone', async () => {
    const sessions = new LiveSessions();
    const good = relayDesk(brief, scripted([text('Good morning.')]));
    const bad = relayDesk(brief, scripted([text('Good morning.')]));
    sessions.add('good', good.session);
    sessions.add('bad', bad.session);
    bad.socket.failing = true;
    for (const { socket } of [good, bad]) socket.tell(prompt('Hello?'));
    await settled();
    bad.clock.pass(30_000);
    await bad.session.done;
    expect(bad.log.lines.some(({ level }) => level === 'error')).toBe(true);
    expect(good.socket.spoken()).toContain('Good morning.');
    expect(sessions.size).toBe(1);
    expect(sessions.send('good', { type: 'control.amdResult', answeredBy: 'human' })).toBe(true);
    expect(sessions.send('bad', { type: 'control.hangup' })).toBe(false);
  });

  test('a hundred talk at once and none hears another', async () => {
    const desks = Array.from({ length: 100 }, (_, number) =>
      relayDesk(brief, scripted([text(`You are number ${number}.`)])),
    );
    for (const [number, { socket }] of desks.entries()) socket.tell(prompt(`I am ${number}.`));
    await settled();
    for (const [number, { socket, transcripts }] of desks.entries()) {
      expect(socket.spoken()).toContain(`You are number ${number}.`);
      expect(transcripts.transcript()).toContain(`user: I am ${number}.`);
    }
  });

  test('a process that stops lets them finish, but not for ever', async () => {
    const sessions = new LiveSessions();
    const desk = relayDesk(brief, scripted([text('Good morning.')]));
    sessions.add('call', desk.session);
    const drained = sessions.drain(15_000, desk.clock);
    desk.clock.pass(9_000);
    expect(desk.socket.spoken()).toContain(englishPhrases.drainGoodbye);
    desk.clock.pass(6_000);
    await drained;
  });
});
