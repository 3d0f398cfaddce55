import type { Addressee } from './addressee.ts';
import { professions, relatives, verbsWithS } from './lexicon.ts';
import { nameForms } from './party.ts';
import { sentenceAround } from './sentences.ts';

/** Who a pronoun refers to. `unclear`: it cannot be decided, so the words of the instruction are read out. */
export type Referent = 'addressee' | 'other' | 'unclear';

type Pronoun = 'he' | 'she';

interface Mention {
  readonly at: number;
  readonly pronoun: Pronoun | null;
  readonly addressee: boolean;
  /** Whether the mention is the subject of a verb, as in "her cat is well". */
  readonly subject: boolean;
  /** Whether something of theirs is mentioned: "her daughter's visit". */
  readonly owner: boolean;
  /** A doctor whose gender the name does not tell. */
  readonly doctor: boolean;
}

const masculine =
  /^(?:mr|herrn?|sir|father|dad|husband|son|brother|uncle|grandfather|grandpa|nephew|boyfriend)\b/i;
const feminine =
  /^(?:mrs|ms|miss|frau|mme|mother|mum|mom|wife|daughter|sister|aunt|grandmother|grandma|granny|niece|girlfriend)\b/i;
const others = new RegExp(
  `\\b(?:his|her|their|our|the|my|your|an?|one) (?:[\\p{Ll}-]+ )?((?:${relatives}|${professions}|child|baby|boy|girl|kid|dog|cat|puppy|kitten|horse|pony|rabbit|parrot|pet|driver|patient|student|pupil|tenant|candidate|neighbou?r)s?)\\b`,
  'giu',
);
const names =
  /(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herrn?|Frau)\.? \p{Lu}[\p{L}'’-]*|(?<=\b(?:that|whether|if|for|with|and|about|of|because|when|as|dog|cat|son|daughter|horse|child|colleague|pet|teacher|nurse|meet|see|bring|from) |, )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?=['’]s\b| (?:is|was|has|had|can|will|would|needs|ate|and|who|\p{Ll}+(?:ed|s)\b)|[,.]))/gu;

function mentionsIn(text: string, { name, party, pronoun }: Addressee): Mention[] {
  const found: Mention[] = [];
  const add = (at: number, phrase: string, word: string, addressee: boolean) => {
    const lead = text.slice(0, at);
    const doctor = isDoctor.test(word);
    found.push({
      at,
      pronoun: addressee ? null : pronounOf(word),
      addressee,
      subject:
        (acts.test(text.slice(at + phrase.length)) &&
          !/\b(?:with|from|of|for|by|to|at|about) $/i.test(lead)) ||
        /\b(?:was|is|did|does|has|had|will|can) $/i.test(lead) ||
        (doctor && /(?:\b(?:that|because|if|when|know)|^|[.:;]) ?$/i.test(lead)),
      owner: /^['’]s?\s/.test(text.slice(at + phrase.length)),
      doctor,
    });
  };
  for (const match of text.matchAll(others)) add(match.index, match[0], match[1] ?? '', false);
  const child = name === null && pronoun === null && party !== null ? childOf(party) : null;
  for (let at = child ? text.indexOf(child) : -1; child && at >= 0; at = text.indexOf(child, at + 1))
    found.push({ at, pronoun: null, addressee: false, subject: true, owner: false, doctor: false });
  const own = nameForms(name);
  for (const match of text.matchAll(names)) {
    if (!own.some((form) => match[0].startsWith(form))) add(match.index, match[0], match[0], false);
  }
  for (const form of own) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) add(at, form, form, true);
  }
  for (const match of text.matchAll(addressed)) add(match.index, match[0], match[0], true);
  return found.toSorted((one, two) => one.at - two.at);
}

const isDoctor = /^(?:Dr|Prof|doctor|dentist|hygienist|surgeon)\b/;

/** Whose parents or guardian are called: "the guardian of Noah Ames". */
function childOf(party: string): string | null {
  return / of (\p{Lu}.*)$/u.exec(party)?.[1] ?? /^(\p{Lu}.*?)['’]s? /u.exec(party)?.[1] ?? null;
}

/** An order that begins with the person called: "and let her know that …". */
const addressed =
  /(?<=^|[.;,!?:] |\band |\bthen |\bplease )(?:[Ll]et|[Tt]ell|[Aa]sk|[Ii]nform|[Rr]emind|[Nn]otify|[Aa]dvise|[Ww]arn|[Oo]ffer|[Aa]ssure|[Tt]hank|[Ii]nvite) (?:him|her)\b(?= (?:that|know|to|if|whether|for|of|about|when|what|which|how|why|where|who|he|she|we|there|our)\b)/gu;

const acts =
  /^(?: \p{Lu}\p{L}+)*(?:,[^,]*,)?\s+(?:(?:still|also|just|already|now) )?(?:is|was|has|had|can|can['’]t|cannot|could|will|won['’]t|would|should|must|may|does|did|ate|went|came|got|left|lost|broke|fell|\p{Ll}+(?:ed|s))\b/u;

function pronounOf(word: string): Pronoun | null {
  return masculine.test(word) ? 'he' : feminine.test(word) ? 'she' : null;
}

/**
 * Who "he" or "she" refers to, at a position in the text: the other person mentioned last in the same sentence, or in the
 * sentence before it if the pronoun begins a sentence ("Her cat Minka is well. She eats again."), or else the person called.
 */
export function singularReferent(text: string, at: number, pronoun: Pronoun, addressee: Addressee): Referent {
  const { start, before } = sentenceAround(text, at);
  const initial = text.slice(start, at).trim() === '';
  const begins = new RegExp(`^${pronoun === 'he' ? 'h(?:e|is)' : '(?:she|her)'}\\b`, 'i').exec(
    text.slice(start).trimStart(),
  );
  if (meansAddressee.test(text.slice(at))) return 'addressee';
  const from = initial ? before : start;
  const after = text.slice(at);
  const named = mentionsIn(text.slice(0, at), addressee).filter(
    (mention) => mention.at >= from && (mention.pronoun === null || mention.pronoun === pronoun),
  );
  const last = named.at(-1);
  const object =
    /^him\b|^her\b(?!\s+\p{L})|^her (?:an?|the|that|what|when|our|some|this|next|on|at|in|to|about|tomorrow|today|tonight|later|again|back|soon|when|if|after|before|by|with|for|from|as)\b/iu.test(
      text.slice(at),
    );
  if (!last && !initial && begins && !object)
    return singularReferent(text, start + text.slice(start).search(/\S/), pronoun, addressee);
  if (!last || last.addressee) return 'addressee';
  // "her daughter's visit is at 3 and hers is at 4"
  if (last.owner && /^(?:his|hers) (?:is|was|are|were|will|has|can)\b/i.test(after)) return 'addressee';
  // A pronoun as the object does not refer to the subject of the same clause: "The doctor would like to see her".
  const between = text.slice(last.at, at);
  if (object && last.subject && !/[,;:]|\b(?:and|but|that|because|whether|if|when)\b/.test(between))
    return 'addressee';
  // A person mentioned only as an object is not meant: "whether she can bring Tom and if she …".
  const bound = !initial && !last.subject && last.pronoun !== pronoun;
  // With both pronouns in the text, the other one means the person mentioned: "that Sarah is late and that he should
  // start without her".
  const opposite = pronoun === 'he' ? /\b(?:she|her)\b/i : /\b(?:he|him|his)\b/i;
  if (!initial && addressee.pronoun === pronoun && last.pronoun === null && opposite.test(text))
    return 'addressee';
  if (bound) return 'addressee';
  if (!last.doctor || addressee.pronoun === (pronoun === 'he' ? 'she' : 'he')) return 'other';
  return ofPatient.test(after) ||
    /\b(?:ask|check|see|find out) (?:if|whether|when) $/i.test(text.slice(0, at))
    ? 'addressee'
    : 'unclear';
}

/** What patients do or have, and doctors do not: "Dr. Lee is out and he needs to reschedule". */
const ofPatient =
  /^(?:(?:he|she)(?:['’](?:d|ll))? (?:(?:still|also|now|please|just|would|will|can|should|may|must|has to|needs? to|wants? to|rather|like to|shouldn['’]t|should not|can['’]t|cannot|not) )*(?:reschedule|rebook|come|arrive|bring|pay|owes?|sign|fill|eat|drink|fast|call us|pick up|be seen|confirm)\b|(?:his|her) (?:[\p{L}\d:.-]+ ){0,3}?(?:appointment|visit|cleaning|check-?up|consult(?:ation)?|follow-?up|slot|crown|filling|extraction|implant|braces|retainer|dentures?|tooth|teeth|balance|claim|insurance|deductible|co-?pay|prescription|referral|records|results|x-rays?|care|treatment|procedure|medication|antibiotics|jaw|bridge|veneers?|root canal|sealants|aligners|(?:night|mouth) guard|chart|file|estimate|invoice|payment|bill|account|paperwork|forms?|gums|mouth|bite)\b)/iu;

/** In "she would recommend us" or "he is happy with" the pronoun means the person called. */
const meansAddressee =
  /^(?:he|she)(?:['’]d)?\s+(?:(?:would|will|is|was|still|ever)\s+)*(?:recommend|come again|come back|(?:happy|satisfied|pleased) with)\b/i;

const verbWithS = new RegExp(`^(?:${verbsWithS})$`);
const noPlural =
  /(?:ss|us|is|ous|'s|’s)$|^(?:always|perhaps|sometimes|besides|news|has|was|his|its|does|goes|days?|weeks|months|hours|minutes|years|times|dollars|euros|pounds|cents|points|afterwards|towards|regards|thanks|yours|hers|ours|theirs|mornings|afternoons|evenings|weekdays|weekends|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|options|questions|lets|plus|minus|gas|texas|christmas|series|percents?|things|details|ones)$/;

/** The positions of plural nouns: "winter tires", "the roofers", "200 boxes". */
function pluralsIn(text: string, addressed: string): number[] {
  const found: number[] = [];
  for (const match of text.matchAll(
    /(?<![\p{L}'’])(\p{L}*\p{Ll}{2}s|people|children|men|women|feet|teeth)(?![\p{L}'’])/gu,
  )) {
    const word = (match[1] ?? '').toLowerCase();
    if (noPlural.test(word) || addressed.includes(word)) continue;
    // A word that can be a verb ("the fence needs") is never counted as a plural noun.
    if (verbWithS.test(word)) continue;
    found.push(match.index);
  }
  return found;
}

const skipped =
  '(?:(?:still|also|already|really|usually|always|ever|currently|then|not|just|actually|both|all|even|now|only)\\s+)*';
const thingsDo = new RegExp(
  `^\\s+${skipped}(?:(?:will|would|can|could|should|may|might|must|do|did|have|has|had)(?:n['’]t| not)?\\s+)?${skipped}(?:cost|weigh|weighed|arrive|arrived|fit|fitted|expire|expired|ship|shipped|last|hold up|leak|leaked|run out|sell out|sold out|fall|fell|come (?:in|with|from|off|undamaged)|came (?:in|with|from|off)|close properly|work properly|be|been|being)\\b`,
  'iu',
);
const passive =
  /^\s+(?:are|were|aren['’]t|weren['’]t|['’]re)\s+(?:(?:still|already|not|all|both|now|really)\s+)*(?:ready|due|available|in stock|sold|refundable|valid|broken|damaged|genuine|safe|clean|complete|correct|fresh|heavy|big|small|included|enough|missing|overdue|waterproof|vegan|vegetarian|gluten|(?:\p{L}+ed|made|sent|paid|kept|done|found|lost|taken|sold|built|shut|cut|worn|given|grown)(?! (?:in|with|to)\b))/iu;
const peopleDo = new RegExp(
  `^(?:['’](?:d|ll|ve|re)|\\s+${skipped}(?:want|need|have|has|like|liked|prefer|think|thought|know|plan|offer|deliver|sell|accept|take|close|open|charge|recommend|hold|remember|agree|expect|mind|miss|missed|hear|heard|receive|received|get|got|order|ordered|use|used|bring|pay|paid|send|sent|keep|kept|own|live|feel|felt|wish|intend|understand|use|provide|require|serve|do|did|would like|are (?:able|open|happy|interested|willing|free|planning|going|coming|satisfied|closed|at home|looking|aware|still|okay|fine|going|allergic|ready to)|(?:can|could|will|would|should|may|might|must|have to)(?:n['’]t| not)?\\s+${skipped}\\p{L}))`,
  'iu',
);

/**
 * Who "they", "them" or "their" refers to: a plural noun earlier in the same sentence may be meant instead of the person
 * called.
 */
export function pluralReferent(text: string, at: number, word: string, addressee: Addressee): Referent {
  const { start, before } = sentenceAround(text, at);
  const addressed = addressee.phrase.toLowerCase();
  // In "how many crates they can ship" the noun is the object of the verb, so "they" does not refer to it.
  const object = /\b(?:how many|how much|what|which)\s+(?:(?!(?:and|that)\b)[\p{L}-]+\s+){1,5}$/iu.exec(
    text.slice(0, at),
  );
  const until = /^they/i.test(word) && object ? object.index : at;
  const plurals = pluralsIn(text.slice(0, until), addressed);
  const here = plurals.filter((place) => place >= start);
  const near = plurals.filter((place) => place >= before);
  const after = text.slice(at + word.length);
  const whereabouts = /\bwhere\s+$/i.test(text.slice(0, at)) && /^\s+(?:are|were)\b/.test(after);
  const things = thingsDo.test(after) || passive.test(after) || whereabouts;
  if (/^they/i.test(word)) {
    if (near.length > 0 && things) return 'other';
    if (here.length === 0) return initialOthers(text, start, at, near, addressee) ? 'unclear' : 'addressee';
    const last = here.at(-1) ?? 0;
    if (isPeopleAt(text, last)) return 'other';
    if (peopleDo.test(after) && !isSubject(text, last)) return 'addressee';
    return addressee.name !== null || isSubject(text, here.at(-1) ?? 0) ? 'other' : 'unclear';
  }
  const got =
    /\bwe(?:['’]ll|['’]d| will| can| could| should| may)?\s+(?:get|receive|need|have|collect|pick|use|return|send|see)\s+$/i;
  if (near.length > 0 && got.test(text.slice(0, at))) return 'other';
  if (here.length === 0) return 'addressee';
  if (/^them/i.test(word)) return 'other';
  if (addressee.name === null && addressed === '' && isPeopleAt(text, here.at(-1) ?? 0)) return 'other';
  // "their" refers to a plural noun in the same clause: "Sponsors get their logo".
  const clause = Math.max(
    start,
    text
      .slice(0, at)
      .search(
        /\b(?:whether|if|that|what|which|when|where|who|why|how)\s(?!.*\b(?:whether|if|that|what|which|when|where|who|why|how)\s)/i,
      ),
  );
  return here.some((place) => place >= clause) ? 'other' : 'addressee';
}

/** Plural nouns for people ("if the children liked it and what they missed"). The first list: things with such endings. */
const areOtherPeople =
  /^(?!(?:orders|numbers|letters|papers|offers|folders|flyers|vouchers|posters|containers|printers|boilers|trailers|shutters|gutters|lobsters|radiators|heaters|computers|speakers|drawers|flowers|documents|payments|appointments|apartments|shipments|events|presents|plants|doors|floors|errors|colou?rs|covers|burgers|stickers|trousers|scooters|monitors|elevators|batteries|sealants|implants|retainers|spacers|aligners|expanders|whiteners|reminders|answers|\p{L}+ments)$)(?:\p{L}+(?:ers|ors|ists|ants|ents|ians)|people|children|kids|twins|groups|families|boys|girls|pupils|friends|relatives|men|women|guests|parents|neighbou?rs|teams|couples|colleagues|visitors)$/iu;

function isPeopleAt(text: string, at: number): boolean {
  return areOtherPeople.test(/^\p{L}+/u.exec(text.slice(at))?.[0] ?? '');
}

/** Whether a noun is the subject of its sentence; a later "they" then refers to it: "The roofers can start, but they …". */
function isSubject(text: string, at: number): boolean {
  const { start } = sentenceAround(text, at);
  return (
    /^(?:(?:[\p{L} ]*?\b(?:that|whether|if|when|because)\s+)?(?:the|our|your|these|those|some|all|two|three|four|both|\d+)?\s*(?:\p{Ll}+ )?)$/iu.test(
      text.slice(start, at),
    ) &&
    /^\p{L}+ (?:can|could|will|would|are|were|have|had|get|need|want|come|start|arrive)\b/iu.test(
      text.slice(at),
    )
  );
}

function initialOthers(
  text: string,
  start: number,
  at: number,
  near: readonly number[],
  addressee: Addressee,
): boolean {
  const initial = text.slice(start, at).trim() === '';
  return initial && near.length > 0 && addressee.name !== null;
}
