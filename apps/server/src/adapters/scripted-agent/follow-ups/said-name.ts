import type { CallDirection } from '@parley/contract';
import { foldedWords, monthNames, weekdayNames } from '../../../lib/spoken-calendar.ts';
import { nameIn } from '../understanding/names.ts';
import { questionBefore, sentencesOfParty, type Transcript } from './spoken.ts';

const introduction =
  /\b(?:my name is|my name's|the name is|the name's|mein name ist|ich hei(?:ß|ss)e|me llamo|mi nombre es|je m'appelle|mon nom est)\s+/i;
/** "This is Ada Weber" at the beginning; with a capital, so that "this is urgent" is no name. */
const greeting =
  /^(?:(?:hello|hi|hey|yes|good (?:morning|afternoon|evening|day))[,.! ]+)*(?:this is|it's|it is|i'm|i am)\s+(?=\p{Lu})/iu;
const asksForName =
  /\b(?:your (?:full |first |last )?name|who am i (?:speaking|talking)|who is (?:speaking|calling)|ihr name|wie heissen|su nombre|como se llama|votre nom|comment vous appelez)\b/;

const noNames: ReadonlySet<string> = new Set([...Object.keys(weekdayNames), ...Object.keys(monthNames)]);

/** The name that the other party has given, in their own words; the last one, because the first may be misheard. */
export function saidName(transcript: Transcript, direction: CallDirection): string | null {
  const names = sentencesOfParty(transcript, direction).map(({ text, at }) => {
    const isAsked = asksForName.test(foldedWords(questionBefore(transcript, at) ?? ''));
    return nameOf(text, isAsked);
  });
  return names.findLast((name) => name !== null) ?? null;
}

function nameOf(text: string, isAsked: boolean): string | null {
  const introduced = introduction.exec(text) ?? (startsWithName(text) ? greeting.exec(text) : null);
  const said = introduced ? `my name is ${text.slice(introduced.index + introduced[0].length)}` : text;
  const name = introduced || isAsked ? nameIn(said, isAsked) : null;
  return name === null || name.split(' ').some((word) => noNames.has(foldedWords(word))) ? null : name;
}

/** The flag for capitals would let every word pass. */
function startsWithName(text: string): boolean {
  const found = greeting.exec(text);
  return found !== null && /^\p{Lu}/u.test(text.slice(found[0].length));
}
