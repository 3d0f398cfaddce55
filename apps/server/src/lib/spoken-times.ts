import { hourNames, minuteNames, numberOf, oneOf } from './spoken-calendar.ts';
import type { Place } from './spoken-clauses.ts';

/** A time of day as it was named. */
export interface TimeMention extends Place {
  /** Minutes since midnight; null where it may be morning or evening, or stands for a span. */
  readonly value: number | null;
  /** Whether its own words say that it is a time, and not a count. */
  readonly isMarked: boolean;
}

type Half = 'morning' | 'afternoon' | 'evening' | 'night' | null;
type Groups = Readonly<Record<string, string | undefined>>;

const halves: readonly (readonly [Exclude<Half, null>, RegExp])[] = [
  [
    'morning',
    /\b(?:am|in the morning|this morning|tomorrow morning|day morning|morgens|vormittags?|fruh|am morgen|(?:de|por) la manana|du matin|matin)\b/,
  ],
  [
    'afternoon',
    /\b(?:pm|(?:in the |this |tomorrow |day )?afternoon|nachmittags?|(?:de|por) la tarde|de l'apres-midi|apres-midi)\b/,
  ],
  [
    'evening',
    /\b(?:(?:in the |this |tomorrow |day )?evening|tonight|abends?|(?:de|por|esta) la? ?noche|du soir|ce soir)\b/,
  ],
  ['night', /\b(?:at night|nachts)\b/],
];

const enHour = `(?<hour>${oneOf(hourNames.en)}|\\d{1,2})`;
const enMinute = `(?<minute>${oneOf(minuteNames)}|\\d{2})`;
const half = "(?<half>am|pm|o'clock|sharp|in the (?:morning|afternoon|evening)|at night)";
/** "At ten Maple Street" is an address: what may follow an hour is listed. */
const follows =
  '(?=$|[.,;!?]| (?:on|in the|this|works?|would|is|please|then|tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|if|but|thanks?|thank|suits?|for me|sounds|could|can|next|or so|or|to|and|till|until)\\b)';
/** After these words a number may be an hour or a count: "around ten". */
const aboutOrAt = '(?<=\\b(?:at|around|about|by|before|after|from|until|till|past|between) )';

type Reader = (groups: Groups, said: string) => number | null | undefined;

const readings: readonly (readonly [string, Reader])[] = [
  [
    `(?<step>half|(?:a )?quarter|five|ten|twenty|twenty-five) (?<side>past|to|after|before) ${enHour}(?: ${half})?`,
    stepped,
  ],
  [`(?<![\\d$€£.,:/])(?<hour>\\d{1,2}):(?<minute>\\d{2})(?: ?${half}|(?<half> uhr))?(?![\\d:])`, clock('en')],
  [`(?<hour>\\d{1,2})\\.(?<minute>\\d{2}) ?(?:${half}|(?<half>uhr))`, clock('en')],
  [`${enHour}(?: ${enMinute})? ?${half}`, clock('en')],
  [`${aboutOrAt}${enHour}(?: ${enMinute})?${follows}`, clock('en')],
  ['noon|midday|mittags|mediodia|midi', () => 12 * 60],
  ['midnight|mitternacht|medianoche|minuit', () => 0],
  [
    `(?:halb) (?<hour>${oneOf(hourNames.de)})`,
    ({ hour }, said) => shifted(timeOf('de', hour, undefined, halfIn(said)), -30),
  ],
  [
    `viertel (?<side>nach|vor) (?<hour>${oneOf(hourNames.de)}|\\d{1,2})`,
    ({ side, hour }, said) => shifted(timeOf('de', hour, undefined, halfIn(said)), side === 'vor' ? -15 : 15),
  ],
  [`(?<hour>${oneOf(hourNames.de)}|\\d{1,2}) uhr(?: (?<minute>\\d{2}))?`, clock('de')],
  [
    `(?<=\\ba las? )(?<hour>${oneOf(hourNames.es)}|\\d{1,2})(?: (?<part>y media|y cuarto|menos cuarto)|[:.](?<minute>\\d{2}))?`,
    parted('es'),
  ],
  [
    `(?<hour>${oneOf(hourNames.fr)}|\\d{1,2}) ?(?:heures?|h)(?: (?<part>et demie|et quart|moins le quart)| ?(?<minute>\\d{2}))?`,
    parted('fr'),
  ],
];
const patterns = readings.map(
  ([source, read]) => [new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu'), read] as const,
);

/** An answer that is an hour and nothing else, as people give it when they are asked for a time. */
const bare = new RegExp(
  `^(?:(?:yes|yeah|ok|okay|sure|um|uh|well|let's say|say|make it|at)[,.]? )*${enHour}(?: ${enMinute})?(?:,? (?:please|thanks|thank you|is (?:fine|good|perfect)|works|would be (?:fine|good|great)))*[.!]?$`,
  'u',
);

const isRange =
  /^ ?(?:-|or|to|and|till|until|oder|bis|und|o|ou|a) ?(?:at |a las? )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d)/;

const named = /^(?:noon|midday|midnight|mittags|mediodia|midi|mitternacht|medianoche|minuit)$/;

/** Every time of day that a text names, in the words of `foldedWords`. */
export function timeMentions(said: string): TimeMention[] {
  const found: TimeMention[] = [];
  for (const [pattern, read] of patterns) {
    for (const match of said.matchAll(pattern)) {
      const place = { start: match.index, end: match.index + match[0].length };
      if (found.some(({ start, end }) => place.start < end && start < place.end)) continue;
      const minutes = read(match.groups ?? {}, said);
      if (minutes === undefined) continue;
      const isMarked =
        !/^[a-z\d]+$/.test(match[0]) || named.test(match[0]) || /\bat $/.test(said.slice(0, place.start));
      found.push({ ...place, isMarked, value: isRange.test(said.slice(place.end)) ? null : minutes });
    }
  }
  return found;
}

/** The time that an answer is, where it is an hour and nothing else. */
export function bareTime(said: string): number | null {
  const found = bare.exec(said);
  return found ? (clock('en')(found.groups ?? {}, said) ?? null) : null;
}

/** The half of the day that a text speaks of, if it is one. */
function halfIn(said: string): Half {
  const rest = said.replace(
    /\bgood (?:morning|afternoon|evening|night)\b|\bguten (?:morgen|abend|tag)\b/g,
    ' ',
  );
  const named = halves.filter(([, pattern]) => pattern.test(rest));
  return named.length === 1 ? (named[0]?.[0] ?? null) : null;
}

function clock(language: keyof typeof hourNames) {
  return ({ hour, minute, half: own }: Groups, said: string) =>
    timeOf(language, hour, minute, own === undefined ? halfIn(said) : (halfIn(own) ?? halfIn(said)));
}

function parted(language: keyof typeof hourNames) {
  return ({ hour, minute, part = '' }: Groups, said: string) => {
    const shift = /media|demie/.test(part) ? 30 : /^(?:menos|moins)/.test(part) ? -15 : part === '' ? 0 : 15;
    return shifted(timeOf(language, hour, minute, halfIn(said)), shift);
  };
}

function stepped({ step = '', side, hour, half: own }: Groups, said: string): number | null | undefined {
  const minutes = step === 'half' ? 30 : step.endsWith('quarter') ? 15 : (minuteNames[step] ?? 0);
  const isBefore = side === 'to' || side === 'before';
  if (step === 'half' && side !== 'past') return undefined;
  const whole = timeOf('en', hour, undefined, own === undefined ? halfIn(said) : halfIn(own));
  return shifted(whole, isBefore ? -minutes : minutes);
}

function shifted(minutes: number | null | undefined, by: number): number | null | undefined {
  return minutes === null || minutes === undefined ? minutes : (minutes + by + 1440) % 1440;
}

/** Null where morning or evening is not told; `undefined` where it is no time. */
function timeOf(
  language: keyof typeof hourNames,
  hourWords: string | undefined,
  minuteWords: string | undefined,
  part: Half,
): number | null | undefined {
  const hour = numberOf(hourNames[language], hourWords ?? '');
  const minute = minuteWords === undefined ? 0 : numberOf(minuteNames, minuteWords);
  if (!(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59)) return undefined;
  const is24 = hour > 12 || hour === 0 || /^0\d/.test(hourWords ?? '');
  const at = is24 ? hour : hourOfDay(hour, part);
  return at === null ? null : at * 60 + minute;
}

function hourOfDay(hour: number, part: Half): number | null {
  switch (part) {
    case 'morning':
      return hour === 12 ? 0 : hour;
    case 'afternoon':
    case 'evening':
      return hour === 12 ? 12 : hour + 12;
    case 'night':
      return hour === 12 ? 0 : hour >= 6 ? hour + 12 : hour;
    case null:
      if (hour >= 9) return hour;
      return hour <= 5 ? hour + 12 : null;
  }
}
