import type { OutcomeField } from '@parley/contract';
import { foldedWords } from '../spoken-calendar.ts';

/** What days, times and numbers are often said about. In the words of `foldedWords`. */
const matters: readonly RegExp[] = [
  /\b(?:birthdays?|born|(?:date|day) of birth|birth ?(?:date|day)s?|geburtstag\w*|geburtsdatum|geboren|cumpleanos|nac(?:i|id[oa]|imiento)|anniversaires?|nee?|naissance)\b/,
  /\b(?:weddings?|anniversary|funerals?|exams?|concerts?|hochzeit\w*|beerdigung|prufung|boda|funeral|examen|mariage|enterrement)\b/,
  /\b(?:holidays?|vacations?|urlaub\w*|ferien|vacaciones|vacances|conges)\b/,
  /\b(?:flights?|fly(?:ing)?|trains?|bus|flug|flieg\w*|zug|vuelos?|tren|vol|avion)\b/,
  /\b(?:(?:years?|months?) old|my age|jahre alt|tengo \w+ anos|anos de edad|j'ai \w+ ans|ans\b)/,
  /\b(?:(?:phone|mobile|cell|telephone|fax) ?(?:number)?|telefon\w*|handy\w*|telefono|movil|portable)\b/,
  /\b(?:address|street|house number|flat|apartment|zip code|post ?code|postal code|floor|strasse|hausnummer|postleitzahl|direccion|calle|piso|adresse|rue|etage)\b/,
  /\b(?:insurance|policy|account|customer|member(?:ship)?|order|reference|ticket|case) (?:number|no|id)\b|\b(?:versicherungs|konto|kunden|mitglieds|bestell)nummer\b|\bnumero de (?:seguro|cuenta|cliente|compte|client|commande)\b/,
];

const clauses = /[;,!?\n]|\b(?:but|so|aber|sondern|also|pero|asi que|mais|donc|alors)\b/;

/**
 * Whether a day, time or number is said about something else than the field: "my birthday is the tenth" is no day for an
 * appointment. Only the part of the sentence counts in which it stands, and what was asked for.
 */
export function isOfOtherMatter(
  { label, description }: Pick<OutcomeField, 'label' | 'description'>,
  { quote, own, question, asked }: { quote: string; own: string; question: string | null; asked: string },
): boolean {
  const wanted = foldedWords(`${label} ${description}`);
  const others = matters.filter((matter) => !matter.test(wanted));
  const texts = [...clausesOf(foldedWords(own), foldedWords(quote)), foldedWords(question ?? asked)];
  return others.some((matter) => texts.some((text) => matter.test(text)));
}

/** The parts of a sentence that a quotation touches; all of them where it is not found again. */
function clausesOf(own: string, quote: string): string[] {
  const start = own.indexOf(quote);
  const end = start + quote.length;
  const touched: string[] = [];
  let at = 0;
  for (const clause of own.split(clauses)) {
    const from = own.indexOf(clause, at);
    at = from + clause.length;
    if (start < 0 || (from < end && at > start)) touched.push(clause);
  }
  return touched;
}
