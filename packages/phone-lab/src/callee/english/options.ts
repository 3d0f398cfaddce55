import { auxiliary, coreText, wh } from './patterns.ts';

const stem = new RegExp(
  `^(?:(?:${auxiliary}) )?(?:(?:you|we|i|it|that|this|these|they|he|she|there|your [\\w-]+|the (?!\\d)[\\w-]+|my [\\w-]+) (?=\\w+ ))?` +
    '(?:(?:still|also|rather|usually|currently|please|just|more|be|been|going to|planning to|say|think) )*' +
    '(?:(?:like|prefer|want|need|choose|pick|take|wish|love|go for|go with|opt for|interested in|looking for|calling about|' +
    'paying|pay|coming|come|using|use|see|seeing|have|having|called|speaking) )?(?:(?:me|us|them) )?(?:for )?' +
    '(?:to (?!the |a |an |your |my )(?:(?:have|get|be|book|schedule|receive|see|speak (?:to|with)|meet|pay) )?)?',
  'i',
);
/** What stands after the last option and is no part of it. */
const tail = new RegExp(
  ` (?:(?:better|best|good|ok|okay|fine|easier|more convenient|convenient|possible|preferable|suitable|works?|suits?|be|please|then|instead|for you)\\b.*|(?:${auxiliary}) (?:you|we|i|it|that|they)\\b.*)$`,
  'i',
);
const idle =
  / or (?:not|so|something|anything|someone|somebody|more|less|later|otherwise|whatever|both|neither|none)\b[^,]*$/i;
/**
 * A part with "do you", "would it" etc. is a question, not an option: "which of the two do you want", in contrast to
 * "which of tea".
 */
const isSentence = new RegExp(`\\b(?:${auxiliary}) (?:you|we|i|it)\\b`, 'i');
const inclusive = /\b(?:any|anything|ever|anybody|anyone)\b/i;
/** Kinds of first word: the options of one list begin with the same kind. */
const classes = [
  /^(?:a|an|the|your|our|my|this|that|these|those)$/i,
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i,
  /^(?:dr|mr|mrs|ms|prof)\.?$/i,
  /^\d+$/,
];

/** The things to choose from in a sentence: "tea, coffee or water". None where "or" means anything else. */
export function optionsIn(sentence: string): string[] {
  const text = sentence
    .replace(/[?.!\s]+$/, '')
    .replace(/\ba \w+ or two\b|\bmore or less\b|\bsooner or later\b/gi, '');
  const between = /\bbetween (.+?) and (.+)$/i.exec(text);
  if (between && !/\bor\b/i.test(text)) return [between[1] ?? '', clean(between[2] ?? '')].filter(Boolean);
  const asked = text.replace(idle, '');
  const at = asked.toLowerCase().lastIndexOf(' or ');
  if (at < 0 || inclusive.test(asked.slice(0, at))) return [];
  const last = clause(asked.slice(at + 4)) ?? clean(withoutStem(asked.slice(at + 4)));
  const before = asked.slice(0, at).replace(/,\s*$/, '');
  const list = (before.includes(':') ? before.slice(before.lastIndexOf(':') + 1) : before)
    .split(/,\s*(?:or |either )?|\s+or\s+|;\s*/i)
    .map((item) => item.trim())
    .filter((item) => item !== '' && !/^(?:out )?(?:of|from) (?:the|these|those|our|all)\b/i.test(item));
  const isAsking = new RegExp(`^(?:and |so )?(?:(?:on|at|in|for|by|to) )?${wh}\\b`, 'i');
  const items = list.filter(
    (item, index) => !(isAsking.test(item) && (index < list.length - 1 || isSentence.test(item))),
  );
  const options = items.map((item, index) => (index === 0 ? firstOf(item, last) : clean(item)));
  return [...options, last].filter((option) => option !== '' && option.split(' ').length <= 12);
}

/** What is offered where nothing is asked yet, or before it is: "red, green and blue". */
export function offersIn(sentence: string): string[] {
  const list = coreText(sentence.split(/, (?=which\b|what\b)/i)[0] ?? sentence);
  const options = optionsIn(list);
  if (options.length > 1) return options;
  const at = list.toLowerCase().lastIndexOf(' and ');
  return at < 0 ? [] : optionsIn(`${list.slice(0, at)} or ${list.slice(at + 5)}`);
}

/**
 * Removes the question before the first option. The option begins at the last word of the same kind as the first word
 * of the last option.
 */
function firstOf(item: string, last: string): string {
  const rest = withoutStem(
    item
      .replace(/^(?:and |so )?which of (?:these |the following )?/i, '')
      .replace(/.*\b(?:either|between) /i, ''),
  );
  const words = rest.split(' ');
  const [lead = '', ...others] = last.split(' ');
  const same = classes.find((one) => one.test(lead));
  const fits = (word: string) => (same ? same.test(word) : word.toLowerCase() === lead.toLowerCase());
  const from = words.findLastIndex(fits);
  const cut =
    from >= 0
      ? words.slice(from)
      : words.length > others.length + 3
        ? words.slice(-(others.length + 1))
        : words;
  const head = others.at(-1);
  // "a morning or afternoon appointment": both are appointments.
  const isShort =
    !same &&
    from < 0 &&
    others.length === 1 &&
    head &&
    /^(?:a|an|the)$/i.test(cut[0] ?? '') &&
    cut.length === 2;
  return [...cut, ...(isShort ? [head] : [])].join(' ');
}

/** "… or do you rent?" is answered with "I rent". */
function clause(text: string): string | null {
  const [, subject = '', rest = ''] =
    /^(?:do|did|would|will|should) (you|i|we) (.+)$/i.exec(text.trim()) ?? [];
  if (rest === '') return null;
  return `${subject.toLowerCase() === 'you' ? 'I' : 'you'} ${rest.replace(/^(?:rather|like to) /i, '')}`;
}

function withoutStem(text: string): string {
  // "have them sent to us" is an option, and not "sent to us".
  if (/^(?:have|get) (?:it|them|that|this) \w+/i.test(text.trim())) return text.trim();
  const rest = text.trim().replace(stem, '').trim();
  return rest === '' ? text.trim() : rest;
}

function clean(text: string): string {
  return text
    .trim()
    .replace(tail, '')
    .replace(/^(?:either|maybe|perhaps|rather|if|whether) /i, '')
    .replace(/,.*$/, '')
    .trim();
}
