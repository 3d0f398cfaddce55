import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayHarness, settled } from '../../../testing/voice/relay/relay-harness.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { SessionState } from '../session/state.ts';
import { inFlight, type SentPiece, withPiece } from './text-in-flight.ts';

const opening = 'Hello, this is the AI assistant of Elm Street Dental.';
const played = (value: string) => ({ type: 'info', name: 'tokensPlayed', value });
const voice = (value: 'on' | 'off') => ({ type: 'info', name: 'agentSpeaking', value });
const prompt = (voicePrompt: string) => ({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
const interrupt = (utteranceUntilInterrupt: string) => ({ type: 'interrupt', utteranceUntilInterrupt });

const sent = { itemId: 'item', start: 0, last: false, sentAt: 0 };

/** A model with one answer for each turn, in pieces. */
function answers(...turns: readonly (readonly string[])[]): LanguageModel {
  let turn = 0;
  return {
    name: 'answers',
    async *reply() {
      const pieces = turns[turn] ?? [];
      turn += 1;
      for (const text of pieces) yield { type: 'text', text };
    },
  };
}

/** A model whose first answer is not finished when the other party speaks again. */
function unfinished(first: readonly string[], second: string): LanguageModel {
  let turn = 0;
  return {
    name: 'unfinished',
    async *reply(_, signal) {
      turn += 1;
      for (const text of turn === 1 ? first : [second]) yield { type: 'text', text };
      if (turn === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
}

/** The other party has said hello into the opening, which goes on, and the first answer was sent behind it. */
async function answeredWith(model: LanguageModel, { speed = 1, tellsVoice = true } = {}) {
  const harness = relayHarness(exampleBrief, model, speed);
  const { socket } = harness;
  if (tellsVoice) socket.receive(voice('on'));
  socket.receive(played('Hello, this is'));
  socket.receive(prompt('Hello?'));
  await settled();
  const receive = async (...messages: readonly object[]) => {
    for (const message of messages) socket.receive(message);
    await settled();
  };
  return { ...harness, receive, lines: () => harness.transcripts.transcript() };
}

const answeredTooEarly = (...turns: readonly (readonly string[])[]) => answeredWith(answers(...turns));

const cut = [`agent: ${opening.slice(0, 14)}*`, 'user: Hello?'];

describe('VS53 an answer that was sent while the report of an interruption was on its way', () => {
  test('is in the transcript when the carrier speaks it', async () => {
    const call = await answeredTooEarly(['I am calling about Tuesday.']);
    await call.receive(interrupt('Hello, this is'));
    expect(call.lines()).toEqual(cut);
    await call.receive(voice('on'), played('I am calling about Tuesday.'), voice('off'));
    expect(call.lines()).toEqual([...cut, 'agent: I am calling about Tuesday.']);
  });

  test('is in the transcript although the carrier stood still for half a second, at whatever speed a session runs', async () => {
    const call = await answeredWith(answers(['I am calling about Tuesday.']), { speed: 10 });
    call.clock.advance(500);
    await call.receive(interrupt('Hello, this is'));
    call.clock.advance(500);
    await call.receive(voice('on'), played('I am calling about Tuesday.'), voice('off'));
    expect(call.lines()).toEqual([...cut, 'agent: I am calling about Tuesday.']);
  });

  test('is in the transcript although its report comes long after it was sent', async () => {
    const call = await answeredTooEarly(['I am calling about Tuesday.'], ['It is at nine.']);
    call.clock.advance(2_500);
    await call.receive(interrupt('Hello, this is'), prompt('When is it?'));
    call.clock.advance(6_000);
    await call.receive(voice('on'), played('I am calling about Tuesday.'));
    expect(call.lines()).toEqual([...cut, 'agent: I am calling about Tuesday.', 'user: When is it?']);
  });

  test('is stored as far as it was heard when it is interrupted too', async () => {
    const call = await answeredTooEarly(['I am calling about Tuesday, at nine.']);
    await call.receive(interrupt('Hello, this is'), voice('on'), played('I am calling about Tuesday,'));
    await call.receive(interrupt('I am calling about Tuesday,'));
    expect(call.lines()).toEqual([...cut, 'agent: I am calling about Tuesday,*']);
  });

  test('is stored to its end where it is interrupted before all of it has arrived', async () => {
    const call = await answeredTooEarly(['I am calling ', 'about Tuesday. ', 'Does it suit?']);
    await call.receive(interrupt('Hello, this is'), voice('on'), played('I am calling'));
    await call.receive(interrupt('I am calling'), voice('on'), played('about Tuesday. Does it suit?'));
    expect(call.lines()).toEqual([
      ...[...cut, 'agent: I am calling*', 'agent: about Tuesday. Does it suit?*'],
    ]);
  });

  test('is stored where only the next interruption says that it was heard', async () => {
    const call = await answeredTooEarly(['I am calling about Tuesday, at nine.']);
    await call.receive(interrupt('Hello, this is'), voice('on'), interrupt('I am'));
    expect(call.lines()).toEqual([...cut, 'agent: I am*']);
  });

  test('is stored from the piece on that the carrier received after it had interrupted', async () => {
    const call = await answeredTooEarly(['I am calling ', 'about Tuesday. ', 'Does it suit?']);
    await call.receive(interrupt('Hello, this is'), voice('on'), played('about Tuesday.'), played('Does it'));
    await call.receive(played('suit?'), voice('off'));
    expect(call.lines()).toEqual([...cut, 'agent: about Tuesday. Does it suit?*']);
  });

  test('is stored where the next answer is reported together with its end', async () => {
    const call = await answeredWith(unfinished(['about '], 'It is at nine.'));
    await call.receive(interrupt('Hello, this is'), prompt('When is it?'));
    await call.receive(voice('on'), played('about It is at nine.'));
    expect(call.lines()).toEqual([...cut, 'agent: about*', 'user: When is it?', 'agent: It is at nine.']);
  });

  test('forbids to count the beginning of the next answer to its end', async () => {
    const call = await answeredWith(unfinished(['about '], 'About nine.'));
    await call.receive(interrupt('Hello, this is'), prompt('When is it?'), voice('on'));
    await call.receive(played('About nine.'));
    expect(call.lines()).toEqual([...cut, 'user: When is it?', 'agent: About nine.']);
  });

  test('is stored although its words are among those that were heard before', async () => {
    const call = await answeredTooEarly(['I ', 'am ', 'calling ', 'as ', 'this ', 'is ', 'urgent.']);
    await call.receive(interrupt('Hello, this is'), voice('on'), played('I am calling as this is urgent.'));
    expect(call.lines()).toEqual([...cut, 'agent: I am calling as this is urgent.']);
  });

  test('stands before the answer that follows it, and what is reported is counted to each', async () => {
    const call = await answeredTooEarly(['I am calling about Tuesday.'], ['It is at nine.']);
    await call.receive(interrupt('Hello, this is'), prompt('When is it?'));
    await call.receive(voice('on'), played('I am calling about Tuesday.'), played('It is at nine.'));
    expect(call.lines()).toEqual([
      ...[...cut, 'agent: I am calling about Tuesday.'],
      ...['user: When is it?', 'agent: It is at nine.'],
    ]);
  });

  test('is stored in the words of the text, where the agent says some of them in another way', async () => {
    const speech = { pronunciations: [{ word: 'Nguyen', say: 'win' }] };
    const model = answers(['I am calling ', 'about Doctor Nguyen, ', 'on Tuesday.']);
    const { socket, transcripts } = relayHarness(exampleBrief, model, 1, [], speech);
    socket.receive(voice('on'));
    socket.receive(played('Hello, this is'));
    socket.receive(prompt('Hello?'));
    await settled();
    for (const message of [interrupt('Hello, this is'), voice('on'), played('about Doctor win,')])
      socket.receive(message);
    socket.receive(interrupt('about Doctor win,'));
    await settled();
    expect(transcripts.transcript()).toEqual([...cut, 'agent: about Doctor Nguyen*']);
  });

  test('is found in long text, most of which was heard in other words', () => {
    const text = 'We have a free appointment on Tuesday at nine. '.repeat(130);
    const pieces = text
      .split(/(?<= )/)
      .reduce<SentPiece[]>((all, piece) => withPiece(all, { ...sent, text: piece }, 1) as SentPiece[], []);
    const unplayed = [{ itemId: 'item', text, played: 0 }];
    expect(inFlight(pieces, unplayed, text.replaceAll('nine', '9').slice(0, 5_900), 0, 1)).toHaveLength(
      1_170,
    );
  });

  test('was dropped where it was sent long before the interruption', () => {
    const pieces = withPiece([], { ...sent, text: 'Hello.' }, 1);
    const unplayed = [{ itemId: 'item', text: 'Hello.', played: 0 }];
    expect(inFlight(pieces, unplayed, '', 2_000, 1)).toHaveLength(1);
    expect(inFlight(pieces, unplayed, '', 4_000, 1)).toEqual([]);
  });

  test('is shown to the model as said', async () => {
    const histories: SessionState['history'][number]['entry'][][] = [];
    const model = answers(['I am calling about Tuesday.'], ['It is at nine.']);
    const { socket } = relayHarness(exampleBrief, {
      ...model,
      reply: (request, signal) => {
        histories.push([...request.history]);
        return model.reply(request, signal);
      },
    });
    socket.receive(played('Hello, this is'));
    socket.receive(prompt('Hello?'));
    await settled();
    socket.receive(interrupt('Hello, this is'));
    socket.receive(played('I am calling about Tuesday.'));
    socket.receive(prompt('When is it?'));
    await settled();
    expect(histories.at(-1)).toContainEqual({
      ...{ kind: 'agent', text: 'I am calling about Tuesday.', interrupted: false },
    });
  });

  test.each<[string, object[], string?]>([
    ['words from before the interruption that are reported after it', [played('Hello, this is')]],
    [
      'words of an answer that was being spoken when it was interrupted',
      [voice('off'), played('I am calling'), played('about')],
      'I am calling about',
    ],
    ['other words', [voice('on'), played('Something else.')]],
    ['one word from before the interruption', [voice('on'), played('calling')]],
    ['words that are reported before the voice begins again', [played('I am calling about Tuesday.')]],
    ['a voice without words', [voice('on'), voice('off')]],
  ])('forbids an entry for %s', async (_what, messages, heard = 'Hello, this is') => {
    const call = await answeredTooEarly(['I am ca', 'lling ab', 'out Tuesday.']);
    if (heard !== 'Hello, this is') call.socket.receive(played(opening.slice('Hello, this is'.length)));
    await call.receive(interrupt(heard));
    const before = call.lines();
    await call.receive(...messages);
    expect(call.lines()).toEqual(before);
    expect(before.join()).not.toContain('Tuesday');
  });

  test('forbids an entry of its own for words of the next answer', async () => {
    const call = await answeredTooEarly(['It is on Tuesday.'], ['It is on Tuesday.']);
    await call.receive(interrupt('Hello, this is'), prompt('When is it?'));
    await call.receive(voice('on'), played('It is on Tuesday.'), voice('off'));
    expect(call.lines()).toEqual([...cut, 'user: When is it?', 'agent: It is on Tuesday.']);
  });

  test('forbids to take up the rest of it when the next answer says the same, in a voice that spells it otherwise', async () => {
    const call = await answeredTooEarly(
      ['It is at 9:30 ', 'with Doctor Lee.'],
      ['It is at 9:30 ', 'with Doctor Lee.'],
    );
    await call.receive(interrupt('Hello, this is'), prompt('When is it?'), voice('on'));
    await call.receive(played('It is at'), played('nine thirty'), played('with Doctor Lee.'), voice('off'));
    expect(call.lines()).toEqual([...cut, 'user: When is it?', 'agent: It is at 9:30 with Doctor Lee.']);
  });

  test('keeps the words apart from those of the next answer', async () => {
    const { socket, session } = relayHarness(exampleBrief, {
      name: 'unfinished',
      async *reply(_, signal) {
        yield { type: 'text', text: 'I am calling' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    socket.receive(voice('on'));
    socket.receive(prompt('Hello?'));
    await settled();
    socket.receive(interrupt('Hello, this is'));
    session.send({ type: 'control.say', text: 'One moment.' });
    expect(socket.spoken()).toContain('I am calling One moment.');
  });
});

describe('VS53 an answer of which the carrier had dropped the first pieces', () => {
  const pieces = ['I am ', 'calling ', 'about Tuesday. ', 'Noted, ', 'thanks.'];

  test('is stored from its first word on, where one word alone is reported', async () => {
    const call = await answeredTooEarly(pieces);
    await call.receive(interrupt('Hello, this is'), voice('on'), played('calling'), interrupt('calling'));
    expect(call.lines()).toEqual([...cut, 'agent: calling*']);
  });

  test('is stored where only the next interruption reports one word of it', async () => {
    const call = await answeredTooEarly(pieces);
    await call.receive(interrupt('Hello, this is'), voice('on'), interrupt('calling'));
    expect(call.lines()).toEqual([...cut, 'agent: calling*']);
  });

  test('is stored where a report ends behind its first word', async () => {
    const call = await answeredTooEarly(pieces);
    await call.receive(interrupt('Hello, this is'), voice('on'), played('Noted,'), played('thanks.'));
    expect(call.lines()).toEqual([...cut, 'agent: Noted, thanks.*']);
  });

  test('forbids to take one word for it where the carrier does not report that the voice has begun', async () => {
    const call = await answeredWith(answers(pieces), { tellsVoice: false });
    await call.receive(interrupt('Hello, this is'), played('calling'));
    expect(call.lines()).toEqual(cut);
  });
});

describe('VS53 the rest of an answer whose beginning was heard', () => {
  const asked = [
    ...[`agent: ${opening}`, 'user: Hello?', 'agent: I am calling*'],
    ...['user: When is it?', 'agent: about Tuesday,*'],
  ];

  /** It is interrupted after `I am calling`, the next answer is sent, and the carrier speaks the rest before it. */
  async function speaksRest() {
    const call = await answeredWith(unfinished(['I am calling ', 'about Tuesday, '], 'It is at nine.'));
    await call.receive(played(opening.slice('Hello, this is'.length)), played('I am calling'));
    await call.receive(interrupt('I am calling'), prompt('When is it?'));
    call.clock.advance(300);
    await call.receive(voice('on'));
    call.clock.advance(900);
    await call.receive(played('about Tuesday,'));
    return call;
  }

  test('stands before the next answer, which is heard after it', async () => {
    const call = await speaksRest();
    const before = call.clock.now();
    call.clock.advance(900);
    await call.receive(played('It is at nine.'));
    expect(call.lines()).toEqual([...asked, 'agent: It is at nine.']);
    const times = new Map(
      [...call.transcripts.entries.values()].map((each) => [each.message, each.spokenAt]),
    );
    expect(times.get('about Tuesday,')?.getTime()).toBe(before.getTime() - 900);
    expect(times.get('It is at nine.')).toEqual(before);
  });

  test('is not told again by the next interruption, whose report begins with it', async () => {
    const call = await speaksRest();
    await call.receive(played('It is'), interrupt('about Tuesday, It is'));
    expect(call.lines()).toEqual([...asked, 'agent: It is*']);
  });

  test('leaves its place empty where it was dropped', async () => {
    const call = await answeredWith(unfinished(['I am calling ', 'about Tuesday, '], 'It is at nine.'));
    await call.receive(played(opening.slice('Hello, this is'.length)), played('I am calling'));
    await call.receive(interrupt('I am calling'), prompt('When is it?'));
    await call.receive(voice('on'), played('It is at nine.'));
    expect(call.lines()).toEqual([...asked.slice(0, -1), 'agent: It is at nine.']);
  });
});
