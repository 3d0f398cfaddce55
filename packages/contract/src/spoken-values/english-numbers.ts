const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = ['', ' thousand', ' million', ' billion', ' trillion'];

/** `and`: as in British English, "one hundred and one". */
export function englishNumber(value: number, and: boolean): string {
  if (value < 100) return belowHundred(value);
  const groups: string[] = [];
  let rest = value;
  for (let scale = 0; rest > 0; scale += 1, rest = Math.floor(rest / 1_000)) {
    const group = rest % 1_000;
    const link = and && scale === 0 && group > 0 && group < 100 && value > 999 ? 'and ' : '';
    if (group > 0) groups.unshift(`${link}${belowThousand(group, and)}${scales[scale]}`);
  }
  return groups.join(' ');
}

function belowThousand(value: number, and: boolean): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds === 0) return belowHundred(rest);
  const words = `${small[hundreds]} hundred`;
  return rest === 0 ? words : `${words} ${and ? 'and ' : ''}${belowHundred(rest)}`;
}

function belowHundred(value: number): string {
  if (value < 20) return small[value] ?? '';
  const unit = value % 10;
  return unit === 0 ? (tens[value / 10] ?? '') : `${tens[Math.floor(value / 10)]}-${small[unit]}`;
}

const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** For the days of a month: from first to thirty-first. */
export function englishOrdinal(value: number): string {
  const words = belowHundred(value);
  const last = words.slice(words.lastIndexOf('-') + 1);
  const ordinal = irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, words.length - last.length) + ordinal;
}

/** As years are said: nineteen ninety-nine, two thousand five, twenty twenty-six. */
export function englishYear(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  if (year < 1_000 || year > 9_999 || (century % 10 === 0 && rest < 10)) return englishNumber(year, false);
  if (rest === 0) return `${belowHundred(century)} hundred`;
  return `${belowHundred(century)} ${rest < 10 ? `oh ${small[rest]}` : belowHundred(rest)}`;
}
