export const titles =
  'Mrs?\\.? (?:and|&) Mrs?|Herrn? und Frau|Frau und Herrn?|Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Sir|Madam|Mme|Señora?';
const title = `(?:(?:${titles})\\.?\\s+)`;
const nameShape = new RegExp(
  `^(${title}?\\p{Lu}[\\p{L}'’-]*(?:\\s+(?:van|von|zu|de|da|di|du|dos|la|le|el|bin|al|der|den|ten)(?=\\s)|\\s+\\p{Lu}\\.|\\s+\\p{Lu}[\\p{L}'’-]*){0,4})`,
  'u',
);

const onlyTitle = new RegExp(`^(?:${titles})\\.?$`, 'u');

/** Words that begin with a capital and name nobody. */
const noName =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september|october|november|december|the|a|an|our|their|his|her|my|your|this|that|these|those|each|every|all|any|ask|tell|call|if|when|please|and|or|to|at|on|in|for|with|about|them|him|whoever|everyone|people|remind|inform|notify|thank|invite|confirm|reschedule|schedule|cancel|appointment|reminder|message|survey|offer|say|let|check|find|goal|task|customers?|patients?|clients?|whether|how|what|which|why|where|who|it|they|he|she|we|you|i|name|today|tomorrow|dental|clinic|practice|back|again|note|new|good|propose|suggest|verify|book|reserve|order|move|explain|mention|apologi[sz]e|collect|get|request|interview|wish|congratulate|follow|greet|welcome|arrange|deliver|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\b/i;

export const partyNouns =
  'patient|customer|client|caller|callee|person|recipient|member|guest|tenant|resident|owner|user|subscriber|parent|guardian|student|employee|candidate|applicant|donor|participant|respondent|buyer|seller|driver|contact|lead|prospect|individual|homeowner|voter|attendee|supplier|vendor|other party|other person|other side|lady|gentleman|man|woman|supporter|neighbou?r|policyholder|cardholder|passenger|traveller|volunteer|borrower|renter|visitor|reader|listener';

export const houses =
  'office|practice|surgery|clinic|hospital|hotel|restaurant|garage|school|kindergarten|daycare|secretary|receptionist|reception|front desk|shop|store|bank|company|supplier|pharmacy|laborator(?:y|ies)|lab|agency|insurer|insurance|workshop|nursery|club|library|hotline|council|town hall|bakery|florist|salon|gasthof|gasthaus|pension|praxis|pizzeria|trattoria|ristorante|bistro|pub|kita|apotheke|museum|gym|studio';

/** The nouns that may just as well be somebody else once it is known who is called. */
const oftenOthers =
  /^(?:parent|guardian|student|employee|owner|buyer|seller|driver|contact|lead|supplier|vendor|lady|gentleman|man|woman|supporter|neighbou\?r|visitor|volunteer)$/;
const ownNouns = partyNouns
  .split('|')
  .filter((noun) => !oftenOthers.test(noun))
  .join('|');

/** With which nouns the instructions speak of whom they are for. */
export function nounsFor(text: string, name: string | null): string {
  return name !== null || new RegExp(`\\b(?:${ownNouns})\\b`, 'i').test(text) ? ownNouns : partyNouns;
}

function anyCase(nouns: string): string {
  return nouns
    .split('|')
    .map((noun) => `[${noun[0]?.toUpperCase()}${noun[0]}]${noun.slice(1)}`)
    .join('|');
}

/** Where a name may stand, strongest first. What follows each is looked at for a name. */
const places: readonly RegExp[] = [
  new RegExp(
    `(?<!\\bmy )\\b(?:${partyNouns}|name|contact)(?:'s)?(?: (?:full )?name)?(?: is|\\s*[:=])\\s*`,
    'giu',
  ),
  new RegExp(`\\b(?:${anyCase(partyNouns)}),? (?:named |called )?(?=${title}?\\p{Lu})`, 'gu'),
  /\bby (?:his |her |their )?name,?\s*\(?/giu,
  /\b(?:check|confirm|verify|clarify|arrange|follow up|touch base) with\s+/giu,
  /\b(?:speak|talk|get through|be connected) (?:with|to)\s+/giu,
  /\b(?:apologi[sz]e|explain|say|announce) to\s+/giu,
  new RegExp(`\\b(?:whether|if|that)\\s+(?=${title}|\\p{Lu}[\\p{L}'’-]+ \\p{Lu})`, 'gu'),
  new RegExp(`\\bask for (?=${title}|\\p{Lu}[\\p{L}'’-]+ \\p{Lu})`, 'gu'),
  /\b(?:call|calling|phone|ring|contact|(?<!\b(?:can|could|may) )reach|remind|tell|inform|ask|notify|thank|invite|congratulate|greet|advise|update|survey|wish|let|interview|welcome|warn|assure|help|offer|request)\s+(?:back )?(?:to )?/giu,
  /\b(?:confirm|reschedule|move|change|cancel|postpone|discuss|check|verify|renew|about|regarding|of)\s+(?=[^.;]{1,60}(?:['’]s\b|s['’](?=\s)|z['’](?=\s)))/giu,
  /(?<!\bbehalf )\b(?:for|with|of)\s+(?=(?:Mr|Mrs|Ms|Miss|Herrn?|Frau)\.?\s|\p{Lu}[\p{L}'’-]+ \p{Lu})/gu,
  // "Mrs. Ray's results are in."
  /^(?=(?:(?:Mr|Mrs|Ms|Miss|Herrn?|Frau)\.?\s+\p{Lu}[\p{L}-]*|\p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+)['’]s?\s)/gmu,
  // "Jo owes us the rent": what the instructions say first is said about whom they are for.
  new RegExp(`^(?=${title}?\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*)? \\p{Ll}+s\\b)`, 'gmu'),
];

/** Whoever has a title, where nothing else tells whom to call. */
const titledPerson =
  /(?<!\b(?:from|by|with|of|to|our|is|and|colleague|teacher|boss) )(?=\b(?:Mr|Mrs|Ms|Miss|Herrn?|Frau)\.?\s+\p{Lu})/gu;

/** A full name that stands by itself, as in notes that are no sentences. */
const alone = /(?:^|[,:;–-]\s*|\bfor\s+|\d\s+)(?=\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+)/gu;

/** The name of the person to be called, as the instructions write it. */
export function partyIn(text: string, agentName: string): string | null {
  for (const place of [...places, titledPerson, alone]) {
    for (const match of text.matchAll(place)) {
      const name = nameAt(text, match.index + match[0].length);
      if (place === alone && !name?.includes(' ')) continue;
      if (name && !agentName.toLowerCase().includes(name.toLowerCase()) && !isBusiness(name)) return name;
    }
  }
  return null;
}

function nameAt(text: string, index: number): string | null {
  const raw = nameShape.exec(text.slice(index))?.[1] ?? '';
  const possessive = /['’]s?$/.test(raw);
  // "Call Luigi's and reserve" names a house, "Confirm Dana's visit" a person.
  if (possessive && /^\s*(?:$|[,.;]|(?:and|to|about|because)\b)/.test(text.slice(index + raw.length)))
    return null;
  const found = raw.replace(/['’]s?$/, '').trim();
  if (found === '') return null;
  // "Mrs. Ray's X-rays": the name ends where something is theirs.
  const words = found.replace(/['’]s?\s.*$/u, '').split(/\s+/);
  const titled = (new RegExp(`^${title}`, 'u').exec(found)?.[0].trim().split(/\s+/) ?? []).length;
  const end = words.findIndex((word, place) => place > titled && noName.test(word));
  const name = (end > 0 ? words.slice(0, end) : words).join(' ');
  return noName.test(name) || onlyTitle.test(name) || name.length < 2 ? null : name;
}

/** Whether a capitalised phrase can be the person called. */
export function isPerson(phrase: string, party: string | null): boolean {
  if (noName.test(phrase)) return false;
  return party === null || nameForms(party).some((form) => phrase.startsWith(form));
}

/** The ways in which the instructions may mention them. */
export function nameForms(party: string | null): string[] {
  if (!party) return [];
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
