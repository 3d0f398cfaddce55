import { intentsOf } from '../understanding/intents.ts';
import { mentionsName, nameIn, nameWords } from '../understanding/names.ts';
import { normalized, wordCount } from '../understanding/normalize.ts';
import { dayTimeIn, dayTimePhrase, hasDayTime } from '../understanding/times.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import { advance, askAgain, whoQuestion } from './advance.ts';
import { hangUp, joined, type Move, type OutboundDialogue, type Stage, speak } from './outbound-dialogue.ts';
import { words } from './wording.ts';

/** Finds out whether the right person is on the phone. The reason for the call is not given before that. */
export function identify(
  dialogue: OutboundDialogue,
  text: string,
  at: Extract<Stage, { kind: 'identify' }>['at'],
): Move {
  const party = dialogue.script.party ?? '';
  const intents = intentsOf(text);
  const named =
    mentionsName(text, party) &&
    !speaksOf(text, party) &&
    !intents.has('question') &&
    polarityOf(text) !== 'no';
  // If relatives are called, one of them is the right person: "I am his mother" when the parents are called.
  if (isRelative(text, party)) return confirmed(dialogue);
  if (intents.has('absent')) return askWhen(dialogue, '');
  if (named) return confirmed(dialogue);
  if (at !== 'first' && speaksOf(text, party)) return askWhen(dialogue, 'I see.');
  if (at === 'first') return ask(dialogue, 'who', whoQuestion(dialogue));
  if (at === 'waiting')
    return ask(dialogue, 'who', joined('Hello.', dialogue.introduction, whoQuestion(dialogue)));
  const polarity = polarityOf(text);
  if (at === 'who') {
    if (polarity === 'yes' && !otherName(text, party)) return confirmed(dialogue);
    if (polarity === 'no' || otherName(text, party))
      return ask(dialogue, 'fetch', `Could I speak with ${party}, please?`);
    return missed(dialogue);
  }
  // After "Could I speak with …?" a "yes" means that the person is being fetched.
  if (polarity === 'yes') return ask(dialogue, 'waiting', words.waiting);
  return polarity === 'no' ? askWhen(dialogue, 'I see.') : missed(dialogue);
}

/** Whether another person talks about the person called: "Dana moved out", but not "Dana speaking". */
function speaksOf(text: string, party: string): boolean {
  const said = normalized(text).toLowerCase();
  return nameWords(party).some((word) =>
    new RegExp(
      `(?<![\\p{L}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:'s (?!me\\b|speaking|here)|,? (?:is|was|has|had|does|did|doesn't|isn't|hasn't|can|can't|will|won't|just|moved|left|lives|went|works|no longer)\\b(?! (?:speaking|here|on the)))`,
      'u',
    ).test(said),
  );
}

const relative = /\b(?:parents?|mother|father|mum|mom|dad|guardian|family|wife|husband|carer)\b/gi;

function isRelative(text: string, party: string): boolean {
  const called = party.match(relative);
  if (!called || polarityOf(text) === 'no') return false;
  const said = (text.match(relative) ?? []).map((word) => word.toLowerCase());
  return said.some(
    (word) => /^(?:parents?|family|guardian)$/i.test(called[0]) || word === called[0].toLowerCase(),
  );
}

function otherName(text: string, party: string): boolean {
  const name = nameIn(text);
  return name !== null && !mentionsName(name, party);
}

function confirmed(dialogue: OutboundDialogue): Move {
  return advance(dialogue, 'Thank you.');
}

function ask(dialogue: OutboundDialogue, at: Extract<Stage, { kind: 'identify' }>['at'], text: string): Move {
  return speak({ ...dialogue, stage: { kind: 'identify', at } }, text);
}

function missed(dialogue: OutboundDialogue): Move {
  if (dialogue.misses >= 2)
    return hangUp(
      dialogue,
      `I will try to reach ${dialogue.script.party} another time. Goodbye.`,
      'call_later',
    );
  return askAgain({ ...dialogue, misses: dialogue.misses + 1 }, dialogue.introduction);
}

function askWhen(dialogue: OutboundDialogue, lead: string): Move {
  const { party } = dialogue.script;
  return speak({ ...dialogue, stage: { kind: 'absent' } }, joined(lead, `When could we reach ${party}?`));
}

export function promiseRetry(dialogue: OutboundDialogue, text: string): Move {
  const dayTime = dayTimeIn(text, true);
  const when = hasDayTime(dayTime)
    ? `We will try again: ${dayTimePhrase(dayTime).replace(/\b(?:until|till)\b/, 'after')}.`
    : 'We will try again another time.';
  return hangUp(dialogue, joined('Thank you.', when, 'Goodbye.'), 'call_later');
}

export function promiseLaterCall(dialogue: OutboundDialogue, text: string): Move {
  const dayTime = dayTimeIn(text, true);
  const said = wordCount(text) > 0 && hasDayTime(dayTime);
  const promise = said
    ? `I will pass on that ${dayTimePhrase(dayTime)} is better.`
    : 'We will try again another time.';
  return hangUp(dialogue, joined('All right.', promise, 'Goodbye.'), 'call_later');
}
