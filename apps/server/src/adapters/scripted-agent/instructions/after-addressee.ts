import type { Addressee } from './addressee.ts';
import { institutions, partyNouns, professions, questionWords, relatives, titles } from './lexicon.ts';
import { isPerson, nameForms } from './party.ts';

export interface Addressed {
  readonly rest: string;
  readonly found: boolean;
  /** A relative clause about the person called, such as "who bought a mower last week"; null if there is none. */
  readonly aside: string | null;
}

const capitalName = `(?:(?:${titles})\\.?\\s+)?\\p{Lu}[\\p{L}'’-]*(?:\\s+(?:van|von|zu|de|da|di|der|den)(?=\\s)|\\s+(?!(?:${titles})\\b)\\p{Lu}[\\p{L}'’.-]*){0,4}`;
const people = `(?:${partyNouns}|${institutions}|${professions}|${relatives}|people|everyone|everybody|folks|choir|staff|crew|players|children|kids|families|class|group|band|board|committee)`;
const pronoun = '(?:him or her|her or him|him|her|them)';
const spokenOf = `(?:(?:[Tt]he|[Tt]his|[Oo]ur|[Ee]ach|[Ee]very) (?:\\w+ )?(?:${partyNouns})|[Aa]ll (?:our )?(?:${partyNouns})s|callers|people|whoever (?:answers|picks up)|everyone(?! \\p{Ll}))`;
/** Places that can complete a phrase for people: "the tenants of flat 4". */
const place =
  '(?:the |our )?(?:flats?|rooms?|class|units?|building|apartments?|number|house|floor|team|year|grade|group|choir|street|block|department|\\p{Lu})';
const starts = `(?:that|to|about|regarding|of|for|know|:|${questionWords})`;
const genericAddressee = new RegExp(
  `^(?:${pronoun}|${spokenOf}(?:,? (?:named |called )?(?=\\p{Lu})(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)\\b|I\\b)${capitalName}(?=[:,.]|\\s+${starts}(?!\\p{L})|$))?)(?=[\\s,:.]|$)(?! (?:of|in|at|on) ${place}),?\\s*`,
  'u',
);
const name = new RegExp(`^${capitalName}(?=[\\s,:.]|$),?\\s*`, 'u');
/** Any phrase for people at the start of a text, up to the message: "the tenants of flat 4 to keep", "my sister Kate". */
const phrase = new RegExp(
  `^(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|[Aa]ll|[Ee]very|[Ee]ach|[Bb]oth|${capitalName}['’]s?)(?:\\s+(?:the|our|of))?\\s+)?(?:(?!(?:whether|if|that|to|of|about|for|what|which|when|where|who|whose|why|how|know|and|or|on|at|in|by|from|with)\\b)[\\p{Ll}-]+\\s+){0,2}?${people}s?(?![\\p{L}'’-])(?:,?\\s+(?!I\\b)${capitalName})?(?:\\s+(?:of|at|in|from|on)\\s+(?=${place})(?:(?!(?:that|whether|if|to|about|what|when|how|who|why)\\b)[\\p{L}\\d'’.&-]+\\s*){1,5}?)?(?=\\s+${starts}|[:,.]|$),?\\s*`,
  'u',
);
/** The words between "ask" and "whether": the person asked, unless `things` matches (a thing that is asked for). */
const asked = new RegExp(
  `^(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Tt]heir)\\s+(?:[\\p{L}-]+\\s+){1,3}|${capitalName}(?:\\s+(?:at|from|in|of|&)\\s+(?:the\\s+)?${capitalName})?\\s+)(?=(?:whether|if)\\b)`,
  'u',
);
const things =
  /\b(?:price|cost|date|time|address|number|name|way|reason|status|questions?|details|following|order|amount|length|size|and|or|opinion|colour|color|fee|deadline|schedule|plan|options?)\s*$/i;

const named = new RegExp(
  `^,?\\s*(?:(?=(?:${titles})\\b)${capitalName}|(?:our|my|the|an?) [^,]{2,40}),\\s+(?=${starts})`,
  'u',
);

/** "Ask Anna or her mother which day …" */
const orOther = new RegExp(`^or (?:his|her|their|the) \\p{Ll}+\\s+(?=${starts}(?!\\p{L}))`, 'u');

/** Removes the person addressed from the start of an order: "Dana of her visit" becomes "of her visit". */
export function afterAddressee(text: string, addressee: Addressee): Addressed {
  const bare = text.replace(/^(?:with|to|from|at|of)\s+(?=\p{Lu}|(?:him|her|them|the|our|my|your)\b)/u, '');
  const found = addressedAt(bare, addressee) ?? (bare === text ? null : addressedAt(text, addressee));
  if (found === null) return { rest: text, found: false, aside: null };
  // "our contact at Delta, Ms. Perry, if …": the name in apposition is removed, too.
  const behind = bare.slice(found.length).trim().replace(named, '').replace(orOther, '');
  const who = /^,?\s*who\s+([^,]+),\s*/i.exec(behind);
  if (who) return { rest: behind.slice(who[0].length), found: true, aside: who[1] ?? null };
  // "the caller who asked about whitening that it is 299 dollars"
  const which = /^who\s+((?:(?! that ).)+?)\s+(?=that\s)/i.exec(behind);
  if (which) return { rest: behind.slice(which[0].length), found: true, aside: which[1] ?? null };
  return { rest: behind.replace(/^:\s*/, ''), found: true, aside: null };
}

function addressedAt(
  text: string,
  { name: party, party: relatives, phrase: called }: Addressee,
): string | null {
  if (relatives !== null && relatives !== party && text.startsWith(relatives))
    return relatives + gap(text, relatives);
  if (called !== '' && text.startsWith(called) && !/^[\p{L}'’]/u.test(text.slice(called.length)))
    return called + gap(text, called);
  const plain = genericAddressee.exec(text)?.[0] ?? personAt(text, party);
  if (plain) return plain;
  const phrased = phrase.exec(text)?.[0];
  if (phrased) return phrased;
  const whom = asked.exec(text)?.[0];
  return whom && !things.test(whom) ? whom : null;
}

function gap(text: string, before: string): string {
  return /^,?\s*/.exec(text.slice(before.length))?.[0] ?? '';
}

function personAt(text: string, party: string | null): string | null {
  const known = nameForms(party).find(
    (form) => text.startsWith(form) && !/^[\p{L}'’]/u.test(text.slice(form.length)),
  );
  if (known) return known + gap(text, known);
  const found = name.exec(text)?.[0];
  return found && !/^I\b|['’]s?\s*$/.test(found) && isPerson(found.trim(), party) ? found : null;
}
