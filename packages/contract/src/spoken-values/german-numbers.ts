const small = [
  ...['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf'],
  ...['zwölf', 'dreizehn', 'vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
];
const tens = [
  ...['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'],
];
const large = [
  ['Million', 'Millionen'],
  ['Milliarde', 'Milliarden'],
  ['Billion', 'Billionen'],
] as const;

/** `beforeNoun`: "ein Euro", "hundertein Euro", where counting says "eins". */
export function germanNumber(value: number, beforeNoun = false): string {
  const thousands = belowMillion(value % 1_000_000, beforeNoun);
  const groups: string[] = [];
  let rest = Math.floor(value / 1_000_000);
  for (let scale = 0; rest > 0; scale += 1, rest = Math.floor(rest / 1_000)) {
    const group = rest % 1_000;
    const [one, many] = large[scale] ?? large[0];
    if (group > 0) groups.unshift(group === 1 ? `eine ${one}` : `${belowThousand(group, true)} ${many}`);
  }
  if (groups.length === 0) return thousands;
  return value % 1_000_000 === 0 ? groups.join(' ') : `${groups.join(' ')} ${thousands}`;
}

function belowMillion(value: number, beforeNoun: boolean): string {
  if (value < 1_000) return belowThousand(value, beforeNoun);
  const rest = value % 1_000;
  const words = `${belowThousand(Math.floor(value / 1_000), true)}tausend`;
  return rest === 0 ? words : words + belowThousand(rest, beforeNoun);
}

function belowThousand(value: number, beforeNoun: boolean): string {
  if (value < 100) return belowHundred(value, beforeNoun);
  const rest = value % 100;
  const words = `${belowHundred(Math.floor(value / 100), true)}hundert`;
  return rest === 0 ? words : words + belowHundred(rest, beforeNoun);
}

function belowHundred(value: number, beforeNoun: boolean): string {
  if (value === 1 && beforeNoun) return 'ein';
  if (value < 20) return small[value] ?? '';
  const unit = value % 10;
  const ten = tens[Math.floor(value / 10)] ?? '';
  return unit === 0 ? ten : `${unit === 1 ? 'ein' : small[unit]}und${ten}`;
}

const irregular: Readonly<Record<number, string>> = { 1: 'erste', 3: 'dritte', 7: 'siebte', 8: 'achte' };

/** For the days of a month, as in "der zweite März". */
export function germanOrdinal(value: number): string {
  return irregular[value] ?? `${belowHundred(value, false)}${value < 20 ? 'te' : 'ste'}`;
}

/** Neunzehnhundertneunundneunzig, zweitausendsechsundzwanzig. */
export function germanYear(year: number): string {
  if (year < 1_100 || year > 1_999) return germanNumber(year);
  const rest = year % 100;
  const words = `${belowHundred(Math.floor(year / 100), false)}hundert`;
  return rest === 0 ? words : words + belowHundred(rest, false);
}
