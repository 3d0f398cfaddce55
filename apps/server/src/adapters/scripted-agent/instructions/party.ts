import { institutions, partyNouns, professions, relatives, titles } from './lexicon.ts';
import { sentenceAround } from './sentences.ts';

const title = `(?:(?:${titles})\\.?\\s+)`;
const nameShape = new RegExp(
  `^(${title}?\\p{Lu}[\\p{L}'’-]*(?:\\s+(?:van|von|zu|de|da|di|du|dos|la|le|el|bin|al|der|den|ten)(?=\\s)|\\s+\\p{Lu}\\.|\\s+(?!(?:${titles})\\b)\\p{Lu}[\\p{L}'’-]*){0,4})`,
  'u',
);

/** A family by its name: "the Johnsons". */
const familyName = /^[Tt]he \p{Lu}\p{Ll}{2,}s(?![\p{L}'’])(?! \p{Lu}|['’])/u;

const onlyTitle = new RegExp(`^(?:${titles})\\.?$`, 'u');

/** Words that can be capitalised without being a name. */
const noName =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september|october|november|december|the|a|an|our|their|his|her|my|your|this|that|these|those|each|every|all|any|ask|tell|call|if|when|please|and|or|to|at|on|in|for|with|about|them|him|whoever|everyone|people|remind|inform|notify|thank|invite|confirm|reschedule|schedule|cancel|appointment|reminder|message|survey|offer|say|let|check|find|goal|task|customers?|patients?|clients?|whether|how|what|which|why|where|who|it|they|he|she|we|you|i|name|today|tomorrow|dental|clinic|practice|back|again|note|new|good|propose|suggest|verify|book|reserve|order|move|explain|mention|apologi[sz]e|collect|get|request|interview|wish|congratulate|follow|greet|welcome|arrange|deliver|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\b/i;

/** Nouns that often mean another person; they mean the person called only if the instructions address them with it. */
const oftenOthers =
  /^(?:person|individual|user|reader|listener|parent|guardian|student|employee|owner|buyer|seller|driver|contact|lead|supplier|vendor|lady|gentleman|man|woman|supporter|neighbou\?r|visitor|volunteer)$/;
const ownNouns = partyNouns
  .split('|')
  .filter((noun) => !oftenOthers.test(noun))
  .join('|');

/** The nouns that mean the person called, given the phrase that the instructions use for them. */
export function nounsFor(phrase: string): string {
  const addressed = partyNouns.split('|').filter((noun) => new RegExp(`\\b${noun}\\b`, 'i').test(phrase));
  return [...new Set([...ownNouns.split('|'), ...addressed])].join('|');
}

function anyCase(nouns: string): string {
  return nouns
    .split('|')
    .map((noun) => `[${noun[0]?.toUpperCase()}${noun[0]}]${noun.slice(1)}`)
    .join('|');
}

/** A determiner with up to four lower-case words before a noun ("the new"), none of which begins a clause. */
const nounPhrase =
  "(?:the|our|my|your|his|her|their|this|an?|all|every|each|some)\\s+(?:(?!(?:that|whether|if|to|about|for|of|who|which|what|when|where|why|how|and|or|is|are|was|has|with|from|at|in|on|by|know|the|our|we|he|she|they)\\b)[\\p{Ll}'’-]+\\s+){0,4}?";
const notTheirs =
  '(?<!\\b(?:him|her|them|you|us|\\p{Lu}\\p{L}+) to )(?<!\\b(?:can|could|should|may|must|will|to be|who|they|he|she|we|i) )';

/** Phrases followed by the person or institution to call, the most reliable first. */
const addressing: readonly RegExp[] = [
  /\b(?:ask(?:ing)? (?:for|to (?:speak|talk) (?:to|with))|(?:speak|talk)(?:ing)? (?:to|with)|get through to|be connected (?:to|with))\s+(?=\p{Lu}|the \p{Ll}+ \p{Lu})/giu,
  new RegExp(
    `${notTheirs}\\b(?:call|calling|phone|ring|contact|reach)\\s+(?:(?:up|back|to|with)\\s+)?`,
    'giu',
  ),
  /\b(?:check|confirm|verify|clarify|arrange|follow up|touch base|find out|inquire|enquire|double-check|check in)\s+(?:with|from|at|of)\s+/giu,
  /\b(?:apologi[sz]e|explain|say|announce)\s+to\s+/giu,
  /\b(?:[Gg]et|[Oo]btain|[Rr]equest|[Oo]rder)\s+[^.,;]{1,40}?\sfrom\s+(?=\p{Lu})/gu,
  /\b(?:remind|tell|inform|ask|notify|thank|invite|congratulate|greet|advise|update|survey|wish|let|interview|welcome|warn|assure|help|offer|request|persuade|convince)\s+/giu,
];

/**
 * Who is called: a person by name, an institution or profession where anybody may answer, or a person known only by a
 * noun.
 */
export interface CalledParty {
  readonly kind: 'person' | 'institution' | 'noun';
  readonly phrase: string;
}

const institutionNoun = new RegExp(
  `^${nounPhrase}(?:${institutions})s?(?![\\p{L}'’-])(?: (?:nurse|secretary|manager|assistant|coordinator|staff|team|desk|receptionist|administrator|director)(?!\\p{L}))?(?: (?:of|at|in|from) [^,.;]+?(?=,| (?:and|to|whether|if|that|about)\\b|[.;]|$))?`,
  'iu',
);
const professionNoun = new RegExp(`^${nounPhrase}(?:${professions})s?(?![\\p{L}'’-])`, 'iu');
const relativesOf = new RegExp(`^(?:the |our )?(?:${relatives}) of (?=${title}?\\p{Lu})`, 'u');
const nounThenName = new RegExp(
  `^${nounPhrase}(?:[\\p{Ll}-]+),?\\s+(?:named\\s+|called\\s+)?(?=${title}?\\p{Lu}\\p{Ll})`,
  'u',
);
const anyNoun = new RegExp(
  `^(?:${nounPhrase}|all )(?:${partyNouns})s?(?![\\p{L}'’-])(?: (?:of|at|in|from) (?:[^,.;]|(?<=\\b(?:Mr|Mrs|Ms|Dr|Prof))\\.)+?(?=,| (?:and|to|whether|if|that|about)\\b|(?<!\\b(?:Mr|Mrs|Ms|Dr|Prof))[.;]|$))?`,
  'iu',
);
const plurals = new RegExp(`^(?:all (?:our )?)?(?:${partyNouns})s(?![\\p{L}'’-])`, 'iu');

/** Who is called, by the most reliable phrase found. A patient who is only mentioned is not taken for the person called. */
export function calledPartyIn(text: string, agentName: string): CalledParty | null {
  let noun: CalledParty | null = null;
  for (const shape of addressing) {
    for (const match of text.matchAll(shape)) {
      const called = calledAt(text.slice(match.index + match[0].length), agentName, informs.test(match[0]));
      if (called && called.kind !== 'noun') return called;
      noun ??= called;
    }
  }
  return noun;
}

/** Verbs with "of" before the message: "Remind the patient of the cleaning", unlike "Call the tenants of flat 4". */
const informs = /^(?:remind|inform|notify|advise|warn|assure)/i;
/** "the patient's husband": the patient is somebody else. */
export const patientsRelative = new RegExp(
  `^(?:the|our|this) (?:${partyNouns})['’]s (?:\\p{Ll}+ )?(?:${relatives})\\b`,
  'u',
);
/** A verb behind a name: its subject is not the person addressed, as in "Tell the patient Dr. Lee is out". */
const acts =
  /^\s+(?:is|are|was|were|will|would|can|could|has|had|have|does|did|should|must|may|might|needs|wants|says|said|sent|\p{Ll}+ed)\b/u;

function calledAt(text: string, agentName: string, informing: boolean): CalledParty | null {
  const relatives = relativesOf.exec(text)?.[0];
  if (relatives) return personAt(text, relatives.length, agentName);
  // "our supplier Hartmann & Sons" is an institution, "the tenant, Mrs. Nowak" a person.
  const before = nounThenName.exec(text)?.[0];
  if (
    before &&
    !/\b(?:that|whether|if|to|about|on|at|in|for|from|of|and|is|are|was|has|by|with)\b/.test(before)
  ) {
    const person = personAt(text, before.length, agentName);
    if (
      person &&
      !institutionNoun.test(before) &&
      !acts.test(text.slice(before.length + person.phrase.length))
    )
      return person;
  }
  const institution = institutionNoun.exec(text)?.[0];
  if (institution) return { kind: 'institution', phrase: institution };
  const profession = professionNoun.exec(text)?.[0];
  if (profession)
    return {
      kind: /\b(?:he|she|him|her|his)\b/i.test(text) && !otherNames(text) ? 'noun' : 'institution',
      phrase: profession,
    };
  const relative = patientsRelative.exec(text)?.[0];
  if (relative) return { kind: 'noun', phrase: relative };
  const family = familyName.exec(text)?.[0];
  if (family && !noName.test(family.slice(4)) && !isBusiness(family.slice(0, -1)))
    return { kind: 'noun', phrase: family };
  const people = anyNoun.exec(text)?.[0] ?? plurals.exec(text)?.[0];
  if (people) {
    const matter = informing && !/^ (?:that|to|whether|if|about)\b/i.test(text.slice(people.length));
    return { kind: 'noun', phrase: matter ? people.replace(/ of .*$/iu, '') : people };
  }
  return personAt(text, 0, agentName);
}

/** Whether another person is named, so that "his" may not mean the person of that profession. */
function otherNames(text: string): boolean {
  return /(?<![.!?]\s)(?<!^)\b(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+|['’]s)/u.test(
    text,
  );
}

const institutionWord = new RegExp(`\\b(?:${institutions})s?$`, 'iu');
const institutionOf = new RegExp(
  `^['’]s?\\s+(?:[\\p{Ll}-]+\\s+){0,2}?(?:${institutions}|assistant|nurse|staff)\\b|^['’]s?\\s*(?:$|[,.;]|(?:and|to|about|because)\\b)`,
  'iu',
);
const titledSurname = /^(?:Mr|Mrs|Ms|Miss|Mx)\b\.? \p{Lu}[\p{L}-]+(?:['’]s)?$/u;
const tradeSurname = /^(?!The )\p{Lu}\p{Ll}+ (?:Baker|Butcher|Branch|Carrier|Church|College|Dealer)$/u;
const company =
  /^[^,.;]*?(?:&|\b(?:Sons|Partners|Brothers|Bros|Supplies|Printing|Foods|Farms?|Wines|Rentals?|Hardware|Plumbing|Roofing|Catering|Cleaning|Freight|Shipping|Industries|Tools|Furniture|Flowers|Textiles|Packaging|Stationery|Paper|Steel|Timber|Parts|Tyres|Tires|Auto|Vets?|Veterinary|Primary|High|College|Kitchen|Grill|Diner|House|Theatre|Tours|Media|Labs?|AG|KG|SA|BV|Co)\b)/u;

function personAt(text: string, index: number, agentName: string): CalledParty | null {
  const here = text.slice(index);
  const raw = nameShape.exec(here)?.[1] ?? '';
  if (raw === '' || noName.test(raw) || onlyTitle.test(raw)) return null;
  const bare = raw.replace(/['’]s?$/, '');
  const more = /^ (?:&|and) \p{Lu}\p{L}+/u.exec(here.slice(raw.length))?.[0] ?? '';
  const institution = institutionOf.exec(here.slice(bare.length))?.[0];
  // "Mr. Baker" and "Tom Baker" are people, whatever the surname means.
  const surname = titledSurname.test(raw) || tradeSurname.test(bare);
  const firm = !surname && (isBusiness(raw) || institutionWord.test(raw) || company.test(raw + more));
  if (institution !== undefined || firm) {
    if (agentName.toLowerCase().includes(bare.toLowerCase())) return null;
    return {
      kind: 'institution',
      phrase:
        institution === undefined
          ? raw + more
          : (bare + institution).replace(/\s*(?:[,.;]|\b(?:and|to|about|because))$/, ''),
    };
  }
  const name = withOther(nameAt(here, 0), here);
  if (!name || agentName.toLowerCase().includes(name.toLowerCase())) return null;
  return { kind: 'person', phrase: name };
}

const asked = new RegExp(`\\b(?:whether|if|that)\\s+(?=${title}|\\p{Lu}[\\p{L}'’-]+ \\p{Lu})`, 'gu');

/** Phrases before a name, used if no phrase of `addressing` gives a name; the most reliable first. */
const places: readonly RegExp[] = [
  new RegExp(
    `(?<!\\bmy )\\b(?:${partyNouns}|name|contact)(?:'s)?(?: (?:full )?name)?(?: is|\\s*[:=])\\s*`,
    'giu',
  ),
  new RegExp(`\\b(?:${anyCase(partyNouns)}),? (?:named |called )?(?=${title}?\\p{Lu})`, 'gu'),
  /\bby (?:his |her |their )?name,?\s*\(?/giu,
  asked,
  /\b(?:see|check|find out|know)\s+(?:whether|if)\s+(?=\p{Lu}\p{Ll}+ (?:wants|needs|would|still|can|could|will|is|has|likes|prefers|got|received)\b)/giu,
  /\b(?:confirm|reschedule|move|change|cancel|postpone|discuss|check|verify|renew|about|regarding|of)\s+(?=[^.;]{1,60}(?:['’]s\b|s['’](?=\s)|z['’](?=\s)))/giu,
  /(?<!\bbehalf )\b(?:for|with|of)\s+(?=(?:Mr|Mrs|Ms|Miss|Herrn?|Frau)\.?\s|\p{Lu}[\p{L}'’-]+ \p{Lu})/gu,
  /\bhear(?:d|ing)? (?:back )?from\s+(?=(?:Mr|Mrs|Ms|Miss)\.?\s|\p{Lu}[\p{L}'’-]+ \p{Lu})/gu,
  // A name in the possessive at the start of a line: "Mrs. Ray's results are in."
  /^(?=(?:(?:Mr|Mrs|Ms|Miss|Herrn?|Frau)\.?\s+\p{Lu}[\p{L}-]*|\p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+)['’]s?\s)/gmu,
  // A name as the subject at the start of a line: "Jo owes us the rent".
  new RegExp(`^(?=${title}?\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*)? \\p{Ll}+s\\b)`, 'gmu'),
];

/** A name with a title, used if no other phrase gives a name. */
const titledPerson =
  /(?<!\b(?:from|by|with|of|to|our|is|and|colleague|teacher|boss) )(?=\b(?:Mr|Mrs|Ms|Miss|Herrn?|Frau)\.?\s+\p{Lu})/gu;

/** A first and last name without a sentence around it, as in notes. */
const alone = /(?:^|[,:;–-]\s*|\bfor\s+|\d\s+)(?=\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+)/gu;

/** The name of the person to call, as the instructions write it. */
export function partyIn(
  text: string,
  agentName: string,
  called = calledPartyIn(text, agentName),
): string | null {
  if (called?.kind === 'person') return called.phrase;
  // "Call the Wongs about Lily's braces"
  if (called && (familyName.test(called.phrase) || patientsRelative.test(called.phrase))) return null;
  for (const place of [...places, titledPerson, alone]) {
    for (const match of text.matchAll(place)) {
      const at = match.index + match[0].length;
      const name = nameAt(text, at);
      if (place === alone && !name?.includes(' ')) continue;
      // "Check whether Dr. Levin's office got the X-rays for Paul Grady": anybody there may answer.
      if (place === asked && officeOf.test(text.slice(at))) return null;
      if (isOthers(text, at) && (!labels.includes(place) || acts.test(text.slice(at + (name ?? '').length))))
        continue;
      if (name && !agentName.toLowerCase().includes(name.toLowerCase()) && !isBusiness(name)) return name;
    }
  }
  return null;
}

/** Two people by their first names: "Ruben and Ada". */
function withOther(name: string | null, text: string): string | null {
  if (!name || !text.startsWith(name)) return name;
  const other =
    /^ and (?!I\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?=,? (?:that|to|about|know|whether|if|of|for)\b)/u.exec(
      text.slice(name.length),
    )?.[0];
  return other && !noName.test(other.slice(5)) ? name + other : name;
}

/** Places where a name is given to the person called, whoever was addressed before. */
const labels = places.slice(0, 3);
const toSomebody = new RegExp(
  `\\b(?:ask|tell|remind|inform|let|notify|advise|warn|assure|thank|call|have|get|confirm with|check with) (?:him|her|them|(?:the|our|this|each|every) (?:\\w+ )?(?:${partyNouns})s?)\\b`,
  'iu',
);
const officeOf = new RegExp(`^${title}?\\p{Lu}[\\p{L}-]+['’]s? (?:${institutions})\\b`, 'u');

/** Whether a name behind the person addressed is somebody else's: "Tell her that Dr. Lee is out". */
function isOthers(text: string, at: number): boolean {
  const before = text.slice(sentenceAround(text, at).start, at);
  return toSomebody.test(before) && !/:\s*$/.test(before);
}

function nameAt(text: string, index: number): string | null {
  const raw = nameShape.exec(text.slice(index))?.[1] ?? '';
  const possessive = /['’]s?$/.test(raw);
  // "Call Luigi's and reserve" names an institution, "Confirm Dana's visit" a person.
  if (possessive && /^\s*(?:$|[,.;]|(?:and|to|about|because)\b)/.test(text.slice(index + raw.length)))
    return null;
  const found = raw.replace(/['’]s?$/, '').trim();
  if (found === '') return null;
  // The name ends at a possessive: "Mrs. Ray" in "Mrs. Ray's X-rays".
  const words = found.replace(/['’]s?\s.*$/u, '').split(/\s+/);
  const titled = (new RegExp(`^${title}`, 'u').exec(found)?.[0].trim().split(/\s+/) ?? []).length;
  const end = words.findIndex((word, place) => place > titled && noName.test(word));
  const name = (end > 0 ? words.slice(0, end) : words).join(' ');
  return noName.test(name) || onlyTitle.test(name) || name.length < 2 ? null : name;
}

/** Whether a capitalised phrase can be the name of the person called. */
export function isPerson(phrase: string, party: string | null): boolean {
  if (noName.test(phrase)) return false;
  return party === null || nameForms(party).some((form) => phrase.startsWith(form));
}

/** The forms in which the instructions may mention a name: in full, without its title, first name, title and last name. */
export function nameForms(party: string | null): string[] {
  if (!party) return [];
  if (/^\p{Lu}\p{Ll}+ and \p{Lu}/u.test(party) && !onlyTitle.test(party.split(' ')[0] ?? '')) return [party];
  const bare = party.replace(new RegExp(`^${title}+`, 'u'), '');
  const words = bare.split(/\s+/);
  const last = words.at(-1) ?? bare;
  const titled = ['Mr', 'Mrs', 'Ms', 'Miss', 'Dr', 'Frau', 'Herr', 'Herrn'].flatMap((t) => [
    `${t}. ${last}`,
    `${t} ${last}`,
  ]);
  return [...new Set([party, bare, ...titled, words[0] ?? bare])].filter((form) => form.length > 1);
}

function isBusiness(name: string): boolean {
  return /\b(?:dental|clinic|practice|inc|ltd|llc|gmbh|company|corp|bank|services?|energy|insurance|hospital|school|university|hotel|restaurant|garage|salon|store|shop|world|express|online|gym|club|cent(?:er|re)|studio|pizz(?:a|eria)|caf[eé]|bar|bistro|motors|bikes?|books|electronics|logistics|delivery|parcel|airlines?|travel|pharmacy|apotheke|praxis|bakery|library|agency|group|solutions|systems|kita|\p{L}*schule|kindergarten|gasthof|gasthaus|pension|wirtshaus|trattoria|ristorante|inn|pub|museum|theat(?:er|re)|cinema|taxi|street|avenue|road|team|department|office)\b/iu.test(
    name,
  );
}
