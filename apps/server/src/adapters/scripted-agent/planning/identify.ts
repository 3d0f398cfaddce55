import { intentsOf } from '../understanding/intents.ts';
import { mentionsName, nameIn, nameWords } from '../understanding/names.ts';
import { normalized, wordCount } from '../understanding/normalize.ts';
import { dayTimeIn, dayTimePhrase, hasDayTime } from '../understanding/times.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import { advance, askAgain, whoQuestion } from './advance.ts';
import { hangUp, joined, type Move, type OutboundDialogue, type Stage, speak } from './outbound-dialogue.ts';
import { words } from './wording.ts';

/** Finds out who is on the line. Until then nobody learns what the call is about. */
export function identify(
  talk: OutboundDialogue,
  text: string,
  at: Extract<Stage, { kind: 'identify' }>['at'],
): Move {
  const party = talk.script.party ?? '';
  const intents = intentsOf(text);
  const named =
    mentionsName(text, party) &&
    !speaksOf(text, party) &&
    !intents.has('question') &&
    polarityOf(text) !== 'no';
  // Where the parents are called, a mother is who was asked for.
  if (isRelative(text, party)) return confirmed(talk);
  if (intents.has('absent')) return askWhen(talk, '');
  if (named) return confirmed(talk);
  if (at !== 'first' && speaksOf(text, party)) return askWhen(talk, 'I see.');
  if (at === 'first') return ask(talk, 'who', whoQuestion(talk));
  if (at === 'waiting') return ask(talk, 'who', joined('Hello.', talk.introduction, whoQuestion(talk)));
  const leaning = polarityOf(text);
  if (at === 'who') {
    if (leaning === 'yes' && !otherName(text, party)) return confirmed(talk);
    if (leaning === 'no' || otherName(text, party))
      return ask(talk, 'fetch', `Could I speak with ${party}, please?`);
    return missed(talk);
  }
  // Asked for the right person: a yes means that they are coming.
  if (leaning === 'yes') return ask(talk, 'waiting', words.waiting);
  return leaning === 'no' ? askWhen(talk, 'I see.') : missed(talk);
}

/** "Dana moved out" is said by somebody else; "Dana speaking" is not. */
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

function confirmed(talk: OutboundDialogue): Move {
  return advance(talk, 'Thank you.');
}

function ask(talk: OutboundDialogue, at: Extract<Stage, { kind: 'identify' }>['at'], text: string): Move {
  return speak({ ...talk, stage: { kind: 'identify', at } }, text);
}

function missed(talk: OutboundDialogue): Move {
  if (talk.misses >= 2)
    return hangUp(talk, `I will try to reach ${talk.script.party} another time. Goodbye.`, 'call_later');
  return askAgain({ ...talk, misses: talk.misses + 1 }, talk.introduction);
}

function askWhen(talk: OutboundDialogue, lead: string): Move {
  const { party } = talk.script;
  return speak({ ...talk, stage: { kind: 'absent' } }, joined(lead, `When could we reach ${party}?`));
}

export function whenReached(talk: OutboundDialogue, text: string): Move {
  const moment = dayTimeIn(text, true);
  const when = hasDayTime(moment)
    ? `We will try again: ${dayTimePhrase(moment).replace(/\b(?:until|till)\b/, 'after')}.`
    : 'We will try again another time.';
  return hangUp(talk, joined('Thank you.', when, 'Goodbye.'), 'call_later');
}

export function later(talk: OutboundDialogue, text: string): Move {
  const moment = dayTimeIn(text, true);
  const said = wordCount(text) > 0 && hasDayTime(moment);
  const promise = said
    ? `I will pass on that ${dayTimePhrase(moment)} is better.`
    : 'We will try again another time.';
  return hangUp(talk, joined('All right.', promise, 'Goodbye.'), 'call_later');
}
