import { houses, nounsFor } from './party.ts';

/** Whom the instructions are about, and with which words they speak of them. */
export interface Addressee {
  readonly name: string | null;
  /** Whom to ask for on the phone: the person, or somebody who belongs to them. */
  readonly party: string | null;
  readonly nouns: string;
  /** The word for them; where it is known, the other one is somebody else. */
  readonly pronoun: 'he' | 'she' | null;
  /** Where "he" or "she" is the person called, "they" are the glasses. */
  readonly plural: boolean;
  /** An office is called about somebody: "the patient" is not who answers. */
  readonly house: boolean;
}

export function addresseeIn(text: string, name: string | null): Addressee {
  if (callsHouse(text))
    return { name: null, party: null, nouns: '', pronoun: null, plural: true, house: true };
  const pronoun = pronounIn(text, name);
  const own = pronoun === 'he' ? masculine : pronoun === 'she' ? feminine : /\b(?:he|him|his|she|hers?)\b/gi;
  const relatives = relativesOf(text, name);
  const several = name !== null && / (?:and|&|und) /.test(name);
  const plural = several || relatives !== null || text.match(own) === null;
  return {
    name: relatives ? null : name,
    party: relatives ?? name,
    nouns: nounsFor(text, name),
    pronoun,
    plural,
    house: false,
  };
}

const masculine = /\b(?:he|him|his|himself)\b/gi;
const feminine = /\b(?:she|hers?|herself)\b/gi;

/** By their title, or by the word that is used most. */
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

const relation = 'parents?|mother|father|mum|mom|dad|guardians?|family|wife|husband|carers?';

/** "the parents of Leon": they are called, not he. */
function relativesOf(text: string, name: string | null): string | null {
  if (name === null) return null;
  const whose = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found =
    new RegExp(`\\b(?:${relation}) of ${whose}`, 'u').exec(text)?.[0] ??
    new RegExp(`(?<!\\p{L})${whose}['’]s? (?:${relation})\\b`, 'u').exec(text)?.[0];
  return found ? found.replace(new RegExp(`^(?=(?:${relation}) of)`), 'the ') : null;
}

/** With whom one speaks there is whoever answers. */
const between =
  "(?:(?!(?:about|regarding|concerning|because|from|to|and|of|with|for|at|on|who|that|whether|if|when|back|him|her|his|their|them|Mrs?|Ms|Miss|Frau|Herrn?)\\b)[\\p{L}'’.-]+\\s+)";
const houseCalled = new RegExp(
  `(?<!\\b(?:her|him|them|you) to )(?<!\\b(?:can|could|should|may|must) )\\b(?:call|calling|phone|ring|contact)\\s+(?:up\\s+)?${between}{0,5}?(?:${houses})\\b(?!['’])`,
  'iu',
);
const houseTold = new RegExp(
  `(?:^|[.;\\n]\\s*|\\band )(?:please )?(?:tell|inform|ask|let|notify)\\s+(?:the|our|my)\\s+(?:[\\p{L}-]+\\s+){0,2}?(?:${houses})\\b(?!['’])`,
  'iu',
);
/** What is booked somewhere is booked for somebody else. */
const bookedAt =
  /^(?:please )?(?:book|reserve|order|make an? (?:reservation|booking|appointment)|get an? (?:table|appointment))\b[^.]*\s(?:at|from) (?:the )?(?=\p{Lu})/imu;

function callsHouse(text: string): boolean {
  if (/\b(?:[Aa]sk for|[Ss]peak (?:to|with)|[Tt]alk (?:to|with)) \p{Lu}/u.test(text)) return false;
  return houseCalled.test(text) || houseTold.test(text) || /(?=\p{Lu})/u.test(bookedPlace(text));
}

function bookedPlace(text: string): string {
  const found = bookedAt.exec(text);
  return found ? text.slice(found.index + found[0].length, found.index + found[0].length + 1) : '';
}
