import type { SeededRandom } from '../faults/seeded-random.ts';
import { oneOf } from './one-of.ts';

/** The day of the call as the organization's clock shows it, told without the code under test. */
export interface Calendar {
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export function calendarAt(instant: Date, zone: string): Calendar {
  return { today: instant.toLocaleDateString('sv-SE', { timeZone: zone }) };
}

function after(today: string, days: number): { day: string; weekday: string; month: string; date: number } {
  const at = new Date(`${today}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return {
    day: at.toISOString().slice(0, 10),
    weekday: weekdays[at.getUTCDay()] ?? '',
    month: months[at.getUTCMonth()] ?? '',
    date: at.getUTCDate(),
  };
}

/** The Monday of the week after, by walking there. */
function nextMonday(today: string): number {
  let days = 1;
  while (after(today, days).weekday !== 'Monday') days += 1;
  return days;
}

function ordinal(date: number): string {
  const ending =
    date % 10 === 1 && date !== 11
      ? 'st'
      : date % 10 === 2 && date !== 12
        ? 'nd'
        : date % 10 === 3 && date !== 13
          ? 'rd'
          : 'th';
  return `${date}${ending}`;
}

/** A day as people say it. */
export function dayWords(random: SeededRandom, { today }: Calendar): { said: string; day: string | null } {
  const near = after(today, random.between(1, 6));
  const other = after(today, random.between(1, 6));
  const far = after(today, random.between(8, 40));
  const next = after(today, nextMonday(today) + random.between(0, 6));
  switch (random.weighted({ plain: 6, next: 3, relative: 3, dated: 4, refused: 2, changed: 1, vague: 3 })) {
    case 'plain':
      return {
        said: oneOf(random, [
          `On ${near.weekday}.`,
          `${near.weekday}, please.`,
          `${near.weekday} would be good.`,
          `Could we do ${near.weekday}?`,
        ]),
        day: near.day,
      };
    case 'next':
      return {
        said: oneOf(random, [
          `Next ${next.weekday}.`,
          `${next.weekday} next week.`,
          `Next week on ${next.weekday}.`,
        ]),
        day: next.day,
      };
    case 'relative':
      return oneOf(random, [
        { said: 'Tomorrow.', day: after(today, 1).day },
        { said: 'Today, if possible.', day: today },
        { said: 'The day after tomorrow.', day: after(today, 2).day },
        { said: 'In two weeks.', day: after(today, 14).day },
        { said: 'In three days.', day: after(today, 3).day },
      ]);
    case 'dated':
      return {
        said: oneOf(random, [
          `${far.month} ${far.date}.`,
          `On ${far.month} ${ordinal(far.date)}.`,
          `The ${ordinal(far.date)} of ${far.month}.`,
          `${far.weekday}, ${far.month} ${far.date}.`,
        ]),
        day: far.day,
      };
    case 'refused':
      if (other.day === near.day) return { said: `I can't on ${near.weekday}.`, day: null };
      return {
        said: oneOf(random, [
          `Not ${other.weekday}, ${near.weekday} please.`,
          `I cannot do ${other.weekday}. ${near.weekday} works.`,
        ]),
        day: near.day,
      };
    case 'changed':
      return {
        said: other.day === near.day ? `${near.weekday}.` : `${other.weekday}. No, wait, ${near.weekday}.`,
        day: near.day,
      };
    case 'vague':
      return {
        said: oneOf(random, [
          'Next week.',
          'Any day but Monday.',
          `${near.weekday} or maybe later.`,
          `Before ${near.weekday}.`,
          'As soon as possible.',
          `Every ${near.weekday}.`,
          'I have to look that up.',
        ]),
        day: null,
      };
  }
}

const hours: readonly (readonly [string, string])[] = [
  ['nine', '09:00'],
  ['ten', '10:00'],
  ['eleven', '11:00'],
  ['one', '13:00'],
  ['two', '14:00'],
  ['three', '15:00'],
  ['four', '16:00'],
];

export function timeWords(random: SeededRandom): { said: string; time: string | null } {
  const [words, time] = oneOf(random, hours);
  const half = time.replace(':00', ':30');
  switch (random.weighted({ plain: 6, half: 3, told: 3, vague: 3 })) {
    case 'plain':
      return {
        said: oneOf(random, [
          `At ${words}.`,
          `${words}.`,
          `${words} o'clock.`,
          `At ${words}, please.`,
          `At ${words} would be good.`,
        ]),
        time,
      };
    case 'half':
      return {
        said: oneOf(random, [`Half past ${words}.`, `${words} thirty.`, `At ${words} thirty, please.`]),
        time: half,
      };
    case 'told':
      return oneOf(random, [
        { said: 'At seven in the evening.', time: '19:00' },
        { said: '8 a.m.', time: '08:00' },
        { said: 'At 6:15 pm.', time: '18:15' },
        { said: 'At noon.', time: '12:00' },
        { said: '15:45.', time: '15:45' },
      ]);
    case 'vague':
      return {
        said: oneOf(random, [
          'In the morning.',
          'After five.',
          'Around two.',
          'Between ten and twelve.',
          `At ${words} or later.`,
          'After work.',
          'Whenever you like.',
        ]),
        time: null,
      };
  }
}
