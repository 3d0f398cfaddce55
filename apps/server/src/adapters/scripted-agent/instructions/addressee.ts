import { relatives } from './lexicon.ts';
import { calledPartyIn, nounsFor, partyIn } from './party.ts';

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
  readonly institution: boolean;
  /** The words with which the instructions address them: "the tenants of flat 4". */
  readonly phrase: string;
  /** What stands before the words that are read just now, which tells whom a pronoun means. */
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
  const pronoun = relatives ? pronounOfRelatives(relatives) : pronounIn(text, name);
  const own = pronoun === 'he' ? masculine : pronoun === 'she' ? feminine : /\b(?:he|him|his|she|hers?)\b/gi;
  const several = name !== null && / (?:and|&|und) /.test(name);
  const plural = several || (relatives !== null && pronoun === null) || text.match(own) === null;
  return {
    name: relatives ? null : name,
    party: relatives ?? name,
    nouns: nounsFor(called?.phrase ?? ''),
    pronoun,
    plural,
    institution: false,
    phrase: called?.phrase ?? '',
    before: '',
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

function pronounOfRelatives(relatives: string): Addressee['pronoun'] {
  if (/\b(?:mother|mum|mom|wife|sister|daughter|aunt|grandm\p{L}+|granny)\b/iu.test(relatives)) return 'she';
  return /\b(?:father|dad|husband|brother|son|uncle|grandfather|grandpa)\b/i.test(relatives) ? 'he' : null;
}

/** "the parents of Leon": they are called, not he. */
function relativesOf(text: string, name: string | null): string | null {
  if (name === null) return null;
  const whose = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found =
    new RegExp(`\\b(?:${relatives}) of ${whose}`, 'u').exec(text)?.[0] ??
    new RegExp(`(?<!\\p{L})${whose}['’]s? (?:${relatives})\\b`, 'u').exec(text)?.[0];
  return found ? found.replace(new RegExp(`^(?=(?:${relatives}) of)`), 'the ') : null;
}

/** What is booked somewhere is booked for somebody else. */
const bookedAt =
  /^(?:please )?(?:book|reserve|order|make an? (?:reservation|booking|appointment)|get an? (?:table|appointment))\b[^.]*\s(?:at|from) (?:the )?(?=\p{Lu})/imu;
