import { normalizedWords } from './normalize.ts';

/** A day and a time as they were said. They are not resolved to a date, because people read them. */
export interface DayTime {
  readonly day: string | null;
  readonly time: string | null;
}

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const ordinal =
  '(?:\\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirtieth|thirty-first)';
const hour = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})';
const minutes = '(?:fifteen|thirty|forty-five|twenty|ten|forty|fifty|oh five|\\d{2})';
const half = "(?:a\\.?m\\.?|p\\.?m\\.?|o'clock|uhr|in the (?:morning|afternoon|evening)|at night|sharp)";
const part = '(?:early |late )?(?:morning|afternoon|evening|lunchtime|noon|midday|midnight)s?';

/** Days that mean a date. `vagueDays` are used only if none of these is found. */
const exactDays = [
  `(?:this|next|the following) week,? (?:on )?${weekday}`,
  `(?:(?:this|next|the following|on|every) )?${weekday}(?:,? (?:the )?${ordinal}(?: of ${month})?)?(?:,? ${month} \\d{1,2}(?:st|nd|rd|th)?| or (?:on )?${weekday})?(?: (?:week|after next))?`,
  `${month} (?:the )?(?:${ordinal}|\\d{1,2})(?!\\d| ?(?::|a\\.?m|p\\.?m))`,
  `(?:the )?(?:${ordinal}|\\d{1,2}) (?:of )?${month}`,
  `(?:the )?day after tomorrow|tomorrow|tonight|today|(?:in )?(?:one|two|three|four|a|\\d{1,2}) (?:days?|weeks?|months?)(?: from now| later| time)?`,
  `the ${ordinal}(?! (?:time|one|thing|option|floor))`,
  `\\d{1,2}[/]\\d{1,2}(?:[/]\\d{2,4})?|\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}`,
];
const vagueDays = [
  `(?:(?:the )?(?:beginning|middle|end) of )?(?:this|next|the following) (?:week(?:end)?|month)|(?:at |on )?(?:the )?weekends?`,
  `(?:in )?the week after(?: next)?|(?:any|every|each|another) ?day|whenever|any ?time|as soon as possible`,
];
const timePatterns = [
  `(?:(?:at|around|about|by|before|after|from|past|until|till) )?(?:half past|quarter past|quarter to|ten past|ten to|twenty past|twenty to|five past|five to) ${hour}(?: ${half})?`,
  `(?:(?:at|around|about|by|before|after|from|until|till) )?\\d{1,2}[:.]\\d{2}(?: ?${half})?`,
  `(?:(?:at|around|about|by|before|after|from|until|till) )?${hour}(?: ${minutes})? ?${half}`,
  `(?:at|around|about|by|before|after|from|until|till) ${hour}(?: ${minutes})?(?! (?:days?|weeks?|months?|hours?|minutes?|dollars?|euros?|people|percent|times?|years?))(?:(?: to| or| and) ${hour})?\\b`,
  `(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2}[:.]\\d{2})(?= (?:(?:is|would be) (?:still )?(?:free|possible|available|fine|okay|ok|open|better|good)|works?|would work)\\b)`,
  `in (?:about |around )?(?:an?|half an|one|two|three|four|five|ten|fifteen|twenty|thirty|\\d{1,2}) (?:hours?|minutes?)`,
  `(?:in the |at |around |before |after |this |that )?${part}`,
  `after (?:work|lunch|school|dinner)|before (?:work|lunch|school)|during (?:lunch|the day)|(?:first thing|later today|any ?time)`,
];

const words = (pattern: string) => new RegExp(`\\b(?:${pattern})`, 'i');
const exact = exactDays.map(words);
const vague = vagueDays.map(words);
const times = timePatterns.map((pattern) => new RegExp(`(?<![\\w$€£])(?:${pattern})`, 'i'));
const bareHour = new RegExp(
  `^(?:(?:make it|maybe|say|let's say|um|uh|ok|okay) )*(${hour}(?: ${minutes})?)$`,
  'i',
);

/** Days and times that are refused, such as "not today" or "Friday is bad"; they are removed. */
const excluded = `(?:(?:on |at |in |this |next )?(?:${weekday}|today|tomorrow|tonight|(?:the )?weekend|(?:this|next) week|${part}))`;
const refused = new RegExp(
  `\\b(?:not|except|anything but|never)(?: for)? ${excluded}(?:,? (?:and|or|nor) ${excluded})?|\\b(?:booked(?: up| out)?|full|closed)(?: on| for| at)? (?:${excluded}|${hour}\\b)|\\b${excluded} (?:is|are|would be|will be|'s) (?:bad|difficult|impossible|out|no good|not (?:so |very )?(?:good|possible|great)|too (?:early|late|soon))\\b|\\b(?:can't|cannot|can not|won't|couldn't)(?: (?:make|do|come|manage)(?: it)?)? (?:on )?${excluded}|\\b${excluded} (?:doesn't|does not|won't|will not|isn't|is not)\\b|\\b(?:i|we)(?:'m| am|'re| are|'ll be)? (?:work(?:ing)?|busy|away|at work|on holiday|in \\w+)(?: \\w+)? (?:on|until|till|at|from) (?:${excluded}|${hour})\\b`,
  'g',
);

/** The old time of a move is removed: "from Monday to Wednesday" means Wednesday. */
const moved = new RegExp(
  `\\bfrom ${excluded}(?: (?:at |around )?${hour}(?:[:.]\\d{2})?(?: ?${half})?)? to (?=(?:on |this |next )?(?:${weekday}|tomorrow))`,
  'g',
);

/** The day and time in a text. `asked`: a time was asked for, so a bare number is taken for one. */
export function dayTimeIn(text: string, asked = false): DayTime {
  const said = normalizedWords(text)
    .replace(/[?]/g, '')
    .replace(/\bgood (?:morning|afternoon|evening|day|night)\b/g, ' ')
    .replace(moved, '')
    .replace(refused, ' ');
  const named = earliest(said, exact);
  const about = earliest(named ? said.replace(named, ' ; ') : said, vague);
  const dayFound = named ?? about;
  const rest = [named, about].reduce<string>(
    (left, found) => (found ? left.replace(found, ' ; ') : left),
    said,
  );
  const bare = asked ? (bareHour.exec(rest.replace(/[;]/g, ' ').trim())?.[1] ?? null) : null;
  const timeFound = earliest(rest, times) ?? bare;
  const week =
    named && about && /^(?:this|next|the following) week$/.test(about) && !/week|next/.test(named)
      ? ` ${about}`
      : '';
  return { day: dayFound && tidy(dayFound) + week, time: timeFound && tidy(timeFound) };
}

export function hasDayTime({ day, time }: DayTime): boolean {
  return day !== null || time !== null;
}

/** Joins day and time in one phrase: "Thursday around two", "Thursday at ten". */
export function dayTimePhrase({ day, time }: DayTime): string {
  if (day === null) return time ?? '';
  if (time === null) return day;
  if (day === time) return day;
  return /^(?:at|around|about|by|before|after|from|until|till|in|during|this|that|any|first|later|as)\b/.test(
    time,
  )
    ? `${day} ${time}`
    : /^(?:early|late|morning|afternoon|evening|lunchtime)/.test(time)
      ? `${day} ${time}`
      : `${day} at ${time}`;
}

/** The phrase with "on" where English needs it: "on Thursday", but "tomorrow". */
export function dayTimeWithPreposition(dayTime: DayTime): string {
  const phrase = dayTimePhrase(dayTime);
  return /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|January|February|March|April|May|June|July|August|September|October|November|December|the \d|\d)/.test(
    phrase,
  ) && dayTime.day !== null
    ? `on ${phrase}`
    : phrase;
}

/** A new day replaces the earlier day, and a new time the earlier time. */
export function mergeDayTimes(before: DayTime, now: DayTime): DayTime {
  return { day: now.day ?? before.day, time: now.time ?? before.time };
}

function earliest(text: string, patterns: readonly RegExp[]): string | null {
  let best: RegExpExecArray | null = null;
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found && (!best || found.index < best.index)) best = found;
  }
  return best ? best[0].trim() : null;
}

function tidy(phrase: string): string {
  return phrase
    .replace(
      /^(?:on|at|every) (?!\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|midday|midnight|lunch|ten|twenty)/,
      '',
    )
    .replace(
      /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b/g,
      (name) => name[0]?.toUpperCase() + name.slice(1),
    )
    .replace(
      /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/g,
      (name) => name[0]?.toUpperCase() + name.slice(1),
    )
    .trim();
}
