import { searchWords } from '@parley/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What a contact is found by. People also type a number as it is dialled at home, without the zero before it. */
export function contactWords(name: string, number: string): string[] {
  const national = parsePhoneNumberFromString(number)?.nationalNumber.replace(/^0+/, '') ?? '';
  return [...new Set([...searchWords(name, number), ...(national === '' ? [] : [national])])];
}
