import type { Said } from './facts.ts';
import { pick } from './pick.ts';
import type { Question } from './question.ts';

const counts = ['two', 'three', 'four'];

export function amount(question: Question): Said {
  const { core } = question;
  const some = pick(question, counts) ?? 'two';
  if (/how old\b/.test(core))
    return /\b(?:your|the|it|he|she)\b/.test(core.replace(/how old are you/, ''))
      ? ['About seven years old.', 'Seven.']
      : ['I am forty-six.', 'Forty-six.'];
  if (
    /how often\b|how many times\b/.test(core) &&
    /\b(?:take|tablets?|pills?|medic\w+|brush|feed|eat|a day)\b/.test(core)
  )
    return ['Twice a day.', 'Twice a day.'];
  if (/how many (?:miles|kilomet\w+|steps|words|dollars)\b/.test(core))
    return ['About ten thousand.', 'Ten thousand.'];
  if (/how many (?:employees|staff|students|members|pages|square)\b/.test(core))
    return ['About forty.', 'Forty.'];
  if (/how much (?:water|coffee|tea|milk|alcohol|wine|beer)\b/.test(core))
    return [`About ${some} glasses.`, `${some} glasses.`];
  if (/how often\b|how many times\b/.test(core)) return ['About twice a week.', 'Twice a week.'];
  if (/how far\b/.test(core)) return [`About ${some} miles.`, `${some} miles.`];
  if (/how tall\b/.test(core)) return ['Five foot six.', 'Five foot six.'];
  if (/how heavy\b|\bweigh/.test(core)) return ['About seventy kilos.', 'Seventy kilos.'];
  if (/how (?:big|large|high|deep|wide|fast)\b/.test(core)) return ['About ten, I would say.', 'About ten.'];
  if (/how long\b/.test(core))
    return /\b(?:have|has|had|been|since|ago|did)\b/.test(core)
      ? [`For about ${some} weeks.`, `${some} weeks.`]
      : [`About ${some} hours.`, `${some} hours.`];
  if (/how much (?:time|longer|notice)\b/.test(core)) return [`About ${some} hours.`, `${some} hours.`];
  if (/how much (?:of|more|space|room|pain|sleep|experience|help)\b/.test(core))
    return [`About ${some}, I would say.`, `About ${some}.`];
  if (/how much\b/.test(core)) return ['About fifty dollars.', 'Fifty dollars.'];
  return [`${some}, I think.`, `${some}.`];
}

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Good, but not the best there is: one or two below the top of the scale. */
export function rating({ text }: Question): Said {
  const top =
    /\b(?:to|and|out of) (\d+|five|ten|three|four|six|seven)\b/i.exec(text)?.[1]?.toLowerCase() ?? 'ten';
  const highest = Number.isNaN(Number(top)) ? numberWords.indexOf(top) : Number(top);
  const given = Math.max(1, highest - (highest > 5 ? 2 : 1));
  const word = numberWords[given] ?? String(given);
  return [`I would say ${word}.`, `${word}.`];
}
