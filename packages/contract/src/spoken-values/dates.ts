import { type SpokenLanguage, spokenLanguage } from '../speech/languages.ts';
import { englishOrdinal, englishYear } from './english-numbers.ts';
import { frenchNumber } from './french-numbers.ts';
import { germanOrdinal, germanYear } from './german-numbers.ts';
import { saysAnd } from './numbers.ts';
import { spanishNumber } from './spanish-numbers.ts';

/** A day of the calendar: month and day count from one. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** From Sunday to Saturday, and from January to December. */
const names: Readonly<
  Record<SpokenLanguage, { readonly days: readonly string[]; readonly months: readonly string[] }>
> = {
  en: {
    days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    months: [
      ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
      ...['October', 'November', 'December'],
    ],
  },
  es: {
    days: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    months: [
      ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre'],
      ...['octubre', 'noviembre', 'diciembre'],
    ],
  },
  de: {
    days: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
    months: [
      ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September'],
      ...['Oktober', 'November', 'Dezember'],
    ],
  },
  fr: {
    days: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: [
      ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre'],
      ...['octobre', 'novembre', 'décembre'],
    ],
  },
};

/** "Monday, March second": with its weekday, and with the year only where it is asked for. */
export function dateInWords(date: CalendarDay, tag: string, withYear = false): string {
  const language = spokenLanguage(tag);
  const weekday = names[language].days[new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay()];
  const month = monthName(date.month, tag);
  switch (language) {
    case 'en': {
      const day = englishOrdinal(date.day);
      const year = withYear ? `, ${englishYear(date.year)}` : '';
      return saysAnd(tag) ? `${weekday} the ${day} of ${month}${year}` : `${weekday}, ${month} ${day}${year}`;
    }
    case 'es': {
      const day = date.day === 1 ? 'primero' : spanishNumber(date.day);
      return `${weekday} ${day} de ${month}${withYear ? ` de ${spanishNumber(date.year)}` : ''}`;
    }
    case 'de':
      return `${weekday}, der ${germanOrdinal(date.day)} ${month}${withYear ? ` ${germanYear(date.year)}` : ''}`;
    case 'fr': {
      const day = date.day === 1 ? 'premier' : frenchNumber(date.day);
      return `${weekday} ${day} ${month}${withYear ? ` ${frenchNumber(date.year)}` : ''}`;
    }
  }
}

function monthName(month: number, tag: string): string {
  if (month === 1 && /^de-AT/i.test(tag)) return 'Jänner';
  return names[spokenLanguage(tag)].months[month - 1] ?? '';
}

/** The day that it is in a time zone at this instant. */
export function dayIn(at: number, timeZone: string): CalendarDay {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return { year: part('year'), month: part('month'), day: part('day') };
}
