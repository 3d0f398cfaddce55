import type { OutcomeField, OutcomeValue } from '@parley/contract';
import { resolveDay, resolveTime } from '../spoken-dates.ts';
import { findQuotation, plainSpeech } from './quotation.ts';

const longestText = 500;

/** A claimed value as one of the field's type; null where it is none. Days and times may be given in the words quoted. */
export function typedValue(
  field: OutcomeField,
  claimed: OutcomeValue,
  quote: string,
  said: { readonly at: number; readonly zone: string },
): OutcomeValue | null {
  const text = plainSpeech(String(claimed));
  switch (field.type) {
    case 'yes_no':
      if (/^(?:true|yes)$/i.test(text)) return true;
      return /^(?:false|no)$/i.test(text) ? false : null;
    case 'choice':
      return field.choices.find((choice) => plainSpeech(choice).toLowerCase() === text.toLowerCase()) ?? null;
    case 'number':
      return numberOf(claimed);
    case 'date':
      if (isDate(text)) return text;
      return findQuotation(quote, text) && resolveDay(text, said.at, said.zone);
    case 'time':
      if (isTime(text)) return text;
      return findQuotation(quote, text) && resolveTime(text);
    case 'text':
      return typeof claimed === 'string' && text !== '' && text.length <= longestText ? text : null;
  }
}

/** A person's correction, which nothing has to prove. */
export function isOfType(field: OutcomeField, value: OutcomeValue): boolean {
  switch (field.type) {
    case 'yes_no':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'time':
      return typeof value === 'string' && isTime(value);
    case 'text':
      return typeof value === 'string' && value.trim() !== '' && value.length <= longestText;
  }
}

function numberOf(claimed: OutcomeValue): number | null {
  if (typeof claimed === 'number') return Number.isFinite(claimed) ? claimed : null;
  return typeof claimed === 'string' && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(claimed.trim())
    ? Number(claimed)
    : null;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}
