import { type SpokenLanguage, spokenLanguage } from '../speech/languages.ts';
import { type CountedNoun, numberInWords, wholeNumberInWords } from './numbers.ts';

/** One and many of a unit, and what they do to the number before them. */
type Unit = readonly [one: string, many: string, noun: CountedNoun];
interface CurrencyNames {
  readonly unit: Unit;
  readonly part: Unit;
}

const cents: Readonly<Record<SpokenLanguage, Unit>> = {
  en: ['cent', 'cents', 'none'],
  es: ['centavo', 'centavos', 'masculine'],
  de: ['Cent', 'Cent', 'masculine'],
  fr: ['cent', 'cents', 'masculine'],
};
const centimes: Unit = ['centime', 'centimes', 'masculine'];

const currencies: Readonly<Record<string, Readonly<Record<SpokenLanguage, CurrencyNames>>>> = {
  USD: {
    en: { unit: ['dollar', 'dollars', 'none'], part: cents.en },
    es: { unit: ['dólar', 'dólares', 'masculine'], part: cents.es },
    de: { unit: ['Dollar', 'Dollar', 'masculine'], part: cents.de },
    fr: { unit: ['dollar', 'dollars', 'masculine'], part: cents.fr },
  },
  EUR: {
    en: { unit: ['euro', 'euros', 'none'], part: cents.en },
    es: { unit: ['euro', 'euros', 'masculine'], part: ['céntimo', 'céntimos', 'masculine'] },
    de: { unit: ['Euro', 'Euro', 'masculine'], part: cents.de },
    fr: { unit: ['euro', 'euros', 'masculine'], part: centimes },
  },
  GBP: {
    en: { unit: ['pound', 'pounds', 'none'], part: ['penny', 'pence', 'none'] },
    es: { unit: ['libra', 'libras', 'feminine'], part: ['penique', 'peniques', 'masculine'] },
    de: { unit: ['Pfund', 'Pfund', 'masculine'], part: ['Penny', 'Pence', 'masculine'] },
    fr: { unit: ['livre', 'livres', 'feminine'], part: ['penny', 'pence', 'masculine'] },
  },
  CHF: {
    en: { unit: ['Swiss franc', 'Swiss francs', 'none'], part: ['centime', 'centimes', 'none'] },
    es: { unit: ['franco suizo', 'francos suizos', 'masculine'], part: ['céntimo', 'céntimos', 'masculine'] },
    de: { unit: ['Franken', 'Franken', 'masculine'], part: ['Rappen', 'Rappen', 'masculine'] },
    fr: { unit: ['franc suisse', 'francs suisses', 'masculine'], part: centimes },
  },
  MXN: {
    en: { unit: ['peso', 'pesos', 'none'], part: ['centavo', 'centavos', 'none'] },
    es: { unit: ['peso', 'pesos', 'masculine'], part: cents.es },
    de: { unit: ['Peso', 'Pesos', 'masculine'], part: ['Centavo', 'Centavos', 'masculine'] },
    fr: { unit: ['peso', 'pesos', 'masculine'], part: ['centavo', 'centavos', 'masculine'] },
  },
};
/** Dollars of their own: at home people say just "dollars". */
const sameNames: Readonly<Record<string, string>> = { CAD: 'USD', AUD: 'USD', NZD: 'USD' };

const joins: Readonly<Record<SpokenLanguage, string>> = { en: 'and', es: 'con', de: 'und', fr: 'et' };
const minus: Readonly<Record<SpokenLanguage, string>> = {
  en: 'minus',
  es: 'menos',
  de: 'minus',
  fr: 'moins',
};

/** An amount in millionths of its currency, rounded to hundredths: "forty-two dollars and fifty cents". */
export function moneyInWords(micros: number, currency: string, tag: string): string {
  const language = spokenLanguage(tag);
  const names = currencies[sameNames[currency] ?? currency]?.[language];
  const hundredths = Math.round(Math.abs(micros) / 10_000);
  if (!names) return `${numberInWords((Math.sign(micros) * hundredths) / 100, tag)} ${currency}`;
  const [whole, part] = [Math.floor(hundredths / 100), hundredths % 100];
  const words = [
    ...(whole > 0 || part === 0 ? [amount(whole, names.unit, tag)] : []),
    ...(part > 0 ? [amount(part, names.part, tag)] : []),
  ].join(` ${joins[language]} `);
  return micros < 0 && hundredths > 0 ? `${minus[language]} ${words}` : words;
}

function amount(value: number, [one, many, noun]: Unit, tag: string): string {
  const language = spokenLanguage(tag);
  // French counts zero and one as one.
  const name = value === 1 || (language === 'fr' && value === 0) ? one : many;
  return `${wholeNumberInWords(value, tag, noun)} ${linkTo(name, value, language)}${name}`;
}

/** "Un millón de euros", "un million d'euros", but "un million deux cents euros". */
function linkTo(name: string, value: number, language: SpokenLanguage): string {
  if (value === 0 || value % 1_000_000 !== 0) return '';
  if (language === 'es') return 'de ';
  if (language === 'fr') return /^[aeiouéè]/i.test(name) ? 'd’' : 'de ';
  return '';
}
