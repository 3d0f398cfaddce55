import { countNames, monthNames, numberOf, oneOf, ordinalNames, weekdayNames } from './spoken-calendar.ts';
import type { Place } from './spoken-clauses.ts';

/** A day as it was named. Days are counted from 1 January 1970. */
export interface DayMention extends Place {
  /** Null where the words name no single day: "next week", "the second Tuesday". */
  readonly value: number | null;
}

/** `undefined`: not a day at all, so other readings are tried. */
type Reading = number | null | undefined;
type Reader = (groups: Readonly<Record<string, string | undefined>>, today: number) => Reading;

const weekday = `(?<weekday>${oneOf(weekdayNames)})`;
const month = `(?<month>${oneOf(monthNames)})`;
const date = `(?<date>${oneOf(ordinalNames)}|\\d{1,2}(?:st|nd|rd|th|er|\\.)?)(?!\\d|[:/.]\\d| ?(?:am|pm|o'clock|uhr|heures?|h)\\b)`;
const year = '(?:,? (?:(?:of|de|del) )?(?<year>\\d{4}))?';
const the = '(?:the |den |dem |der |am |el |le )?';
const count = `(?<count>${oneOf(countNames)}|\\d{1,2})`;
const next = '(?:(?:the )?(?:next|following|coming)|nachste[rn]?|kommende[rn]?)';
/** "The second" is said of other things too. */
const dateAlone = oneOf(Object.fromEntries(Object.entries(ordinalNames).filter(([, place]) => place > 3)));

const readings: readonly (readonly [string, Reader])[] = [
  [`(?:first|second|third|fourth|fifth|last|other) ${weekday}`, () => null],
  [`(?:any|every) ?(?:day|thing|time|one)? (?:but|except)(?: on| for)? ${weekday}`, () => null],
  [`${weekday},? ${the}${date} (?:of |de )?${month}${year}`, dated],
  [`${weekday},? ${month} ${the}${date}${year}`, dated],
  [`${month} ${the}${date}${year}`, dated],
  [`${the}${date} (?:of |de )?${month}${year}`, dated],
  [`(?<year>\\d{4})-(?<monthNumber>\\d{2})-(?<date>\\d{2})`, dated],
  [`(?<date>\\d{1,2})\\. ?(?<monthNumber>\\d{1,2})\\. ?(?<year>\\d{4})`, dated],
  [`(?:am|den|der|dem|vom|zum) (?<date>\\d{1,2})\\. ?(?<monthNumber>\\d{1,2})\\.`, dated],
  ['(?<one>\\d{1,2})/(?<other>\\d{1,2})/(?<year>\\d{4})', slashed],
  [
    `${the}${date} of (?:the )?next month`,
    ({ date: day }, today) => ofMonth(today, 1, numberOf(ordinalNames, day ?? '')),
  ],
  [`${weekday},? (?:the|den|dem|el|le) ${date}`, ofComingMonths],
  [`${weekday},? (?<date>\\d{1,2}(?:st|nd|rd|th))`, ofComingMonths],
  ['(?:the )?day after tomorrow|ubermorgen|pasado manana|apres[- ]demain', (_, today) => today + 2],
  ['(?:the )?day before yesterday|vorgestern|anteayer|avant[- ]hier', (_, today) => today - 2],
  [
    `(?:the )?week after(?: next)?,? (?:on )?${weekday}|${weekday} (?:week|fortnight|after next|(?:of |in )?the week after(?: next)?)`,
    () => null,
  ],
  [`${weekday} in ${count} (?:weeks?|wochen?)|(?:a|one|two|\\d+) weeks? (?:on|from) ${weekday}`, () => null],
  [`${next} (?:week|woche),? (?:on |am )?${weekday}`, ofNextWeek],
  [
    `${weekday},? (?:(?:of|in) )?${next} (?:week|woche)|${weekday} de la semana que viene|${weekday} de la semaine prochaine`,
    ofNextWeek,
  ],
  [
    `this week,? (?:on )?${weekday}|${weekday},? (?:of )?this week|this ${weekday}|diesen ${weekday}|este ${weekday}|ce ${weekday}`,
    ofThisWeek,
  ],
  [`(?:the )?next ${weekday}`, ofNextWeek],
  [`nachste[nr] ${weekday}|(?:el )?proximo ${weekday}|${weekday} (?:proximo|prochain)`, whereBothAgree],
  [`(?:this coming|the coming|coming|kommende[nr]) ${weekday}`, coming],
  [
    `(?:last|every|each|any|some|most|good|black|ash|letzte[nr]|jeden|cada|ultimo|chaque|tous les|todos los) ${weekday}|${weekday} (?:dernier|pasado)`,
    () => null,
  ],
  [weekday, coming],
  [
    `in ${count} (?<unit>days?|weeks?|tage?n?|wochen?)|(?:en|dentro de|dans) ${count} (?<unit>dias?|semanas?|jours?|semaines?)|${count} (?<unit>days?|weeks?) from (?:now|today)`,
    counted(1),
  ],
  [
    `${count} (?<unit>days?|weeks?) ago|vor ${count} (?<unit>tage?n?|wochen?)|hace ${count} (?<unit>dias?|semanas?)|il y a ${count} (?<unit>jours?|semaines?)`,
    counted(-1),
  ],
  [
    "(?:today|tonight|this (?:morning|afternoon|evening)|heute|hoy|esta (?:manana|tarde|noche)|aujourd'hui|ce (?:matin|soir)|cet apres-midi)",
    (_, today) => today,
  ],
  ['(?:guten|am|jeden|diesen) morgen|(?:por|de|en) la manana|good morning', () => undefined],
  ['(?:tomorrow|morgen|manana|demain)', (_, today) => today + 1],
  ['(?:yesterday|gestern|ayer)', (_, today) => today - 1],
  [
    'the (?<date>\\d{1,2}(?:st|nd|rd|th))(?! (?:floor|avenue|ave|street|st|time|one|thing|option|grade|of)\\b)',
    ofComingMonths,
  ],
  [
    `the (?<date>${dateAlone})(?=$|[.,;!?]| (?:at|around|in the|would|works?|please|then|suits?)\\b)`,
    ofComingMonths,
  ],
  [
    '(?:the )?(?:next|this|following|coming|week after|nachste[rn]?|kommende[rn]?) (?:week|weekend|month|year|woche|monat)|(?:the )?weekends?|wochenende|fin de semana|(?:la )?semana que viene|(?:la )?semaine prochaine|week-end|in (?:a|one|two|three|\\d+) months?',
    () => null,
  ],
];
const patterns = readings.map(
  ([source, read]) => [new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu'), read] as const,
);

/** Every day that a text names, in the words of `foldedWords`. What a longer phrase has taken is not read again. */
export function dayMentions(said: string, today: number): DayMention[] {
  const found: DayMention[] = [];
  const taken: Place[] = [];
  for (const [pattern, read] of patterns) {
    for (const match of said.matchAll(pattern)) {
      const place = { start: match.index, end: match.index + match[0].length };
      if (taken.some(({ start, end }) => place.start < end && start < place.end)) continue;
      const day = read(match.groups ?? {}, today);
      taken.push(place);
      if (day !== undefined) found.push({ ...place, value: day });
    }
  }
  return found;
}

const dayMs = 86_400_000;
/** A date of the last month is hardly meant for next year. */
const furthestDays = 335;

/** Monday is 0; 1 January 1970 was a Thursday. */
const placeInWeek = (day: number) => (((day + 3) % 7) + 7) % 7;
const placeOf = (name: string | undefined) => weekdayNames[name ?? ''] ?? 0;

/** The next one to come. On a Tuesday, "Tuesday" may be today or in a week. */
function coming({ weekday: name }: Record<string, string | undefined>, today: number): Reading {
  const days = (placeOf(name) - placeInWeek(today) + 7) % 7;
  return days === 0 ? null : today + days;
}

function ofNextWeek({ weekday: name }: Record<string, string | undefined>, today: number): Reading {
  return today - placeInWeek(today) + 7 + placeOf(name);
}

function ofThisWeek({ weekday: name }: Record<string, string | undefined>, today: number): Reading {
  const day = today - placeInWeek(today) + placeOf(name);
  return day > today ? day : null;
}

/** In other languages than English "next" is said for both. */
function whereBothAgree(groups: Record<string, string | undefined>, today: number): Reading {
  const day = coming(groups, today);
  return day === ofNextWeek(groups, today) ? day : null;
}

function counted(sign: 1 | -1): Reader {
  return ({ count: words, unit = '' }, today) => {
    const days = numberOf(countNames, words ?? '') * (/^(?:day|tag|dia|jour)/.test(unit) ? 1 : 7);
    return Number.isNaN(days) ? undefined : today + sign * days;
  };
}

function dayOf(year: number, monthNumber: number, date: number): number | null {
  const instant = new Date(Date.UTC(year, monthNumber - 1, date));
  const exists = instant.getUTCMonth() === monthNumber - 1 && instant.getUTCDate() === date;
  return exists ? instant.getTime() / dayMs : null;
}

function dated(
  { date: said, month: name, monthNumber, year: written, weekday: day }: Record<string, string | undefined>,
  today: number,
): Reading {
  const monthOfYear = name === undefined ? Number(monthNumber) : (monthNames[name] ?? 0);
  const dayOfMonth = numberOf(ordinalNames, said ?? '');
  if (monthOfYear < 1 || monthOfYear > 12 || dayOfMonth < 1 || dayOfMonth > 31) return undefined;
  const thisYear = new Date(today * dayMs).getUTCFullYear();
  const years = written === undefined ? [thisYear, thisYear + 1] : [Number(written)];
  const found = years
    .map((one) => dayOf(one, monthOfYear, dayOfMonth))
    .find((one) => one !== null && (written !== undefined || one >= today));
  if (found === undefined || found === null) return null;
  if (written === undefined && found - today > furthestDays) return null;
  return day === undefined || placeInWeek(found) === placeOf(day) ? found : null;
}

/** Whether the day or the month comes first is told only by a number above twelve. */
function slashed({ one, other, year: written }: Record<string, string | undefined>): Reading {
  const [first, second, ofYear] = [Number(one), Number(other), Number(written)];
  if (first > 12) return dayOf(ofYear, second, first);
  if (second > 12 || first === second) return dayOf(ofYear, first, second);
  return null;
}

function ofMonth(today: number, ahead: number, date: number): number | null {
  const now = new Date(today * dayMs);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  return dayOf(month.getUTCFullYear(), month.getUTCMonth() + 1, date);
}

/** "The fifth", with or without its weekday: of this month or of the next. Today's own date may be either. */
function ofComingMonths(
  { date: said, weekday: name }: Record<string, string | undefined>,
  today: number,
): Reading {
  const date = numberOf(ordinalNames, said ?? '');
  if (date < 1 || date > 31) return undefined;
  const [near, far] = [ofMonth(today, 0, date), ofMonth(today, 1, date)];
  const day = near !== null && near >= today ? near : far;
  if (day === null) return null;
  if (name === undefined) return day === today ? null : day;
  return placeInWeek(day) === placeOf(name) ? day : null;
}
