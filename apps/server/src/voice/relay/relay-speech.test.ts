import { disclosureAnswer, phrasesFor } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayHarness, settled } from '../../../testing/voice/relay/relay-harness.ts';
import type { LanguageModel, ReplyPart, ReplyRequest } from '../../ports/language-model.ts';
import { phrasesFrom } from '../session/settings.ts';

const brief = { ...exampleBrief, instructions: 'Tell them that the practice is closed on Friday.' };
const opening = 'Hello, this is the AI assistant of Elm Street Dental.';
const german = { ...brief, language: 'de-DE', opening: 'Hier ist der KI-Assistent der Praxis.' };

function answering(...tokens: readonly string[]): LanguageModel & { readonly requests: ReplyRequest[] } {
  const requests: ReplyRequest[] = [];
  return {
    name: 'answering',
    requests,
    async *reply(request) {
      requests.push(request);
      for (const text of tokens) yield { type: 'text', text } satisfies ReplyPart;
    },
  };
}

const prompt = (voicePrompt: string) => ({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
const played = (value: string) => ({ type: 'info', name: 'tokensPlayed', value });

describe('SP13: pronunciations', () => {
  const speech = { pronunciations: [{ word: 'Nguyen', say: 'win' }] };

  test('are heard and never stored', async () => {
    const model = answering('Doctor Ng', 'uyen is here.');
    const { socket, transcripts } = relayHarness(brief, model, 1, [], speech);
    socket.receive(played(opening));
    socket.receive(prompt('Who is there?'));
    await settled();
    expect(socket.ofType('text').slice(1)).toMatchObject([
      { token: 'Doctor ', last: false },
      { token: 'win is here.', last: false },
      { token: '', last: true },
    ]);
    socket.receive(played('Doctor win is here.'));
    socket.receive(prompt('Good.'));
    await settled();
    expect(transcripts.transcript()).toContain('agent: Doctor Nguyen is here.');
    expect(model.requests.at(-1)?.history).toContainEqual({
      ...{ kind: 'agent', text: 'Doctor Nguyen is here.', interrupted: false },
    });
  });

  test('what was heard of them before an interruption is stored as the word', async () => {
    const model = answering('Ask for Nguyen at the desk, please.');
    const { socket, transcripts } = relayHarness(brief, model, 1, [], speech);
    socket.receive(played(opening));
    socket.receive(prompt('Whom?'));
    await settled();
    socket.receive(played('Ask for win'));
    socket.receive({ type: 'interrupt', utteranceUntilInterrupt: 'Ask for win at' });
    await settled();
    expect(transcripts.transcript().at(-1)).toBe('agent: Ask for Nguyen at*');
  });

  test('a word that was held back is not said after an interruption', async () => {
    const { socket } = relayHarness(
      brief,
      {
        name: 'stalled',
        async *reply(_, signal) {
          yield { type: 'text', text: 'Ask for Ng' };
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
      ...([1, [], speech] as const),
    );
    socket.receive(played(opening));
    socket.receive(prompt('Whom?'));
    await settled();
    socket.receive({ type: 'interrupt', utteranceUntilInterrupt: 'Ask' });
    await settled();
    expect(socket.spoken()).toBe(`${opening}Ask for `);
  });

  test('an answer that is cancelled by more words says what was held back', async () => {
    const { socket, transcripts } = relayHarness(
      brief,
      {
        name: 'stalled',
        async *reply(_, signal) {
          yield { type: 'text', text: 'Ask for Nguyen' };
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
      ...([1, [], speech] as const),
    );
    socket.receive(played(opening));
    socket.receive(prompt('Whom?'));
    await settled();
    socket.receive(prompt('And when?'));
    await settled();
    expect(socket.spoken()).toContain('Ask for win');
    socket.receive(played('Ask for win'));
    await settled();
    expect(transcripts.transcript().join('\n')).toContain('agent: Ask for Nguyen');
  });
});

test('SP1: the session speaks the language of its agent', async () => {
  const phrases = phrasesFrom(phrasesFor('de-DE'));
  const { socket, clock } = relayHarness(german, answering('Ja.'), 1, [], { phrases });
  socket.receive(played(german.opening));
  clock.advance(8_000);
  expect(socket.spoken()).toBe(`${german.opening}Hallo, sind Sie noch da?`);
});

describe('SP6: whoever asks whether a person speaks is told', () => {
  test.each([
    [brief, 'Are you a real person?', 'Of course, I am Ava.'],
    [german, 'Sind Sie ein echter Mensch?', 'Ich bin Ava von der Praxis.'],
  ])('also where the model does not say it', async (spoken, question, answer) => {
    const { socket } = relayHarness(spoken, answering(answer));
    socket.receive(prompt(question));
    await settled();
    expect(socket.spoken()).toContain(`${answer} ${disclosureAnswer(spoken.language)}`);
  });

  test('once, where the model says it', async () => {
    const { socket } = relayHarness(brief, answering('No, I am an AI ', 'assistant of the practice.'));
    socket.receive(prompt('Am I talking to a robot?'));
    await settled();
    expect(socket.spoken()).toBe(`${opening}No, I am an AI assistant of the practice.`);
  });

  test('and nobody else', async () => {
    const { socket } = relayHarness(brief, answering('Until six.'));
    socket.receive(prompt('Are you open on Monday?'));
    await settled();
    expect(socket.spoken()).toBe(`${opening}Until six.`);
  });
});

describe('SP15: a further language of the agent', () => {
  const languages = ['es-ES'].map((language) => ({ language, phrases: phrasesFrom(phrasesFor(language)) }));
  const changing = (language: string): LanguageModel => {
    let turn = 0;
    return {
      name: 'changing',
      async *reply() {
        turn += 1;
        if (turn === 1) yield { type: 'tool', call: { name: 'speak_language', input: { language } } };
        yield { type: 'text', text: 'Claro que sí.' };
      },
    };
  };

  test('is heard and spoken from then on, and the session speaks it too', async () => {
    const { socket, clock } = relayHarness(brief, changing('es-es'), 1, [], { otherLanguages: languages });
    socket.receive(played(opening));
    socket.receive(prompt('¿Habla español?'));
    await settled();
    const types = socket.sent.map(({ type }) => type);
    expect(types.indexOf('language')).toBeLessThan(types.lastIndexOf('text'));
    expect(socket.ofType('language')).toEqual([
      { type: 'language', ttsLanguage: 'es-ES', transcriptionLanguage: 'es-ES' },
    ]);
    socket.receive(played('Claro que sí.'));
    clock.advance(8_000);
    expect(socket.spoken()).toContain('¿Hola? ¿Sigue ahí?');
  });

  test('that it does not have is refused, and nothing is sent', async () => {
    const { socket } = relayHarness(brief, changing('tr-TR'), 1, [], { otherLanguages: languages });
    socket.receive(prompt('Türkçe?'));
    await settled();
    expect(socket.ofType('language')).toEqual([]);
    expect(socket.spoken()).toContain('Claro que sí.');
  });

  test('is offered only to an agent that has one', async () => {
    const model = answering('Yes.');
    const { socket } = relayHarness(brief, model);
    socket.receive(prompt('Hello?'));
    await settled();
    expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain('speak_language');
  });
});

test('SP16: what the model says cannot become markup for the voice', async () => {
  const { socket, transcripts } = relayHarness(brief, answering('One <break ', 'time="9s"/> moment.'));
  socket.receive(played(opening));
  socket.receive(prompt('Hello?'));
  await settled();
  expect(socket.spoken()).toBe(`${opening}One break time="9s"/ moment.`);
  socket.receive(played('One break time="9s"/ moment.'));
  await settled();
  expect(transcripts.transcript().join()).not.toMatch(/[<>]/);
});
