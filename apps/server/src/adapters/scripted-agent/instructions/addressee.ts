import { relatives } from './lexicon.ts';
import { calledPartyIn, nounsFor, partyIn, patientsRelative } from './party.ts';

/** The person or institution to call, and the words the instructions use for them. */
export interface Addressee {
  readonly name: string | null;
  /** Who to ask for when the call is answered: the person named, or a relative ("the parents of Leon"). */
  readonly party: string | null;
  readonly nouns: string;
  /** The pronoun of the person called; null if unknown. If it is "she" or "they", "he" means another person. */
  readonly pronoun: 'he' | 'she' | 'they' | null;
  /** Whether "they" can mean the person called. If the text uses "he" or "she" for them, "they" means things or others. */
  readonly plural: boolean;
  /** True if an institution is called: then "the patient" is not the person who answers. */
  readonly institution: boolean;
  /** The phrase the instructions use for the person called, such as "the tenants of flat 4". */
  readonly phrase: string;
  /** The text before the clause being read; it decides who a pronoun refers to. */
  readonly before: string;
}

export function addresseeIn(text: string, agentName: string): Addressee {
  const called = calledPartyIn(text, agentName);
  if (called?.kind === 'institution' || bookedAt.test(text))
    return {
      name: null,
      party: null,
      nouns: '',
      pronoun: null,
      plural: true,
      institution: true,
      phrase: called?.phrase ?? '',
      before: '',
    };
  const name = partyIn(text, agentName, called);
  const relatives = relativesOf(text, name);
  const relative = patientsRelative.test(called?.phrase ?? '') ? (called?.phrase ?? '') : relatives;
  const several =
    / (?:and|&|und) /.test(name ?? '') || /^[Tt]he \p{Lu}|^all .*s\b/u.test(called?.phrase ?? '');
  const pronoun = relative
    ? pronounOfRelatives(relative)
    : name === null && several
      ? 'they'
      : pronounIn(text, name);
  const own = pronoun === 'he' ? masculine : pronoun === 'she' ? feminine : /\b(?:he|him|his|she|hers?)\b/gi;
  const them = name === null && addressesThem.test(text);
  const plural =
    several ||
    them ||
    pronoun === 'they' ||
    (relative !== null && pronoun === null) ||
    text.match(own) === null;
  return {
    name: relatives ? null : name,
    party: relatives ?? name,
    nouns: relative !== null && relatives === null ? '' : nounsFor(called?.phrase ?? ''),
    pronoun,
    plural,
    institution: false,
    phrase: called?.phrase ?? '',
    before: '',
  };
}

const addressesThem =
  /^(?:please )?(?:tell|ask|let|remind|inform|notify|call|thank|warn|advise) them\b(?! (?:and|or)\b)/im;
const masculine = /\b(?:he|him|his|himself)\b/gi;
const feminine = /\b(?:she|hers?|herself)\b/gi;

/** Decides by the title of the name, or else by the pronoun that occurs most often in the text. */
function pronounIn(text: string, name: string | null): Addressee['pronoun'] {
  if (name && / (?:and|&|und) /.test(name)) return null;
  if (name && /^(?:Mr|Herrn?|Sir)\b/.test(name)) return 'he';
  if (name && /^(?:Mrs|Ms|Miss|Frau|Madam|Mme)\b/.test(name)) return 'she';
  if (/\b(?:he or she|she or he|his or her|him or her|her or his|her or him|he\/she|she\/he)\b/i.test(text))
    return null;
  const he = text.match(masculine)?.length ?? 0;
  const she = text.match(feminine)?.length ?? 0;
  if (he === 0 || she === 0) return null;
  if (he !== she) return he > she ? 'he' : 'she';
  return text.search(/\b(?:he|him|his)\b/i) < text.search(/\b(?:she|hers?)\b/i) ? 'he' : 'she';
}

function pronounOfRelatives(relatives: string): Addressee['pronoun'] {
  if (/\b(?:mother|mum|mom|wife|sister|daughter|aunt|grandm\p{L}+|granny)\b/iu.test(relatives)) return 'she';
  if (/\b(?:parents|family)\b/i.test(relatives)) return 'they';
  return /\b(?:father|dad|husband|brother|son|uncle|grandfather|grandpa)\b/i.test(relatives) ? 'he' : null;
}

/** The phrase for the relatives to call, such as "the parents of Leon"; null if the named person is called. */
function relativesOf(text: string, name: string | null): string | null {
  if (name === null) return null;
  const whose = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // "Mr. Kirk's son needs a physical" says about whom the call is, not whom to call.
  const found =
    new RegExp(`\\b(?:${relatives}) of ${whose}`, 'u').exec(text)?.[0] ??
    new RegExp(`(?<!\\p{L}|(?:^|[.!?\\n]\\s*))${whose}['’]s? (?:${relatives})\\b`, 'u').exec(text)?.[0];
  return found ? found.replace(new RegExp(`^(?=(?:${relatives}) of)`), 'the ') : null;
}

/** "Book a table at Luigi's": the place is called, on behalf of another person. */
const bookedAt =
  /^(?:please )?(?:book|reserve|order|make an? (?:reservation|booking|appointment)|get an? (?:table|appointment))\b[^.]*\s(?:at|from) (?:the )?(?=\p{Lu})/imu;
