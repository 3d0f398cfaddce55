import { normalizedWords } from '../understanding/normalize.ts';
import { numberIn } from '../understanding/numbers.ts';
import { dayTimeIn, hasDayTime } from '../understanding/times.ts';

const small = new Set(
  "a an the i you he she it we they me him her us them my your his its our their is are was were be been am do does did have has had will would can could should may might must to of in on at for from with by about as and or but if so that this these those there here what when where who which why how not no yes please just really also again much many long any some all more most want need come comes coming know tell say said think get got go going let like ok okay hello hi thanks thank well um uh oh it's that's what's i'm you're don't".split(
    ' ',
  ),
);

/** The words of a text that carry its meaning, roughly reduced to their stems. */
export function stems(text: string): Set<string> {
  return new Set(
    normalizedWords(text)
      .split(/[^\p{L}\p{N}$€£]+/u)
      .filter((word) => word.length > 1 && !small.has(word))
      .map((word) => (word === 'paid' ? 'pay' : word).replace(/(?:ings?|ed|es|s|ly|e)$/, '').slice(0, 7)),
  );
}

/** For each kind of question, whether a fact holds that kind of information. */
const kinds: readonly (readonly [RegExp, (fact: string) => boolean])[] = [
  [
    /\b(?:when|what(?:'s| is| was) the (?:time|date|day)|what time|which day|what day|what date|how late|until when|open)\b/,
    (fact) => hasDayTime(dayTimeIn(fact)),
  ],
  [
    /\b(?:where|address|location|located|how do i get|which street)\b/,
    (fact) =>
      /\b(?:street|st|avenue|ave|road|rd|lane|square|address|floor|building|located|corner|suite|drive|way|plaza|park)\b/i.test(
        fact,
      ),
  ],
  [
    /\b(?:how much|cost|price|pay|expensive|charge|fee|amount|owe)\b/,
    (fact) => /[$€£]|\b(?:euros?|dollars?|pounds?|free|cost|price|fee|charge|amount)\b/i.test(fact),
  ],
  [/\b(?:how long|duration)\b/, (fact) => /\b(?:minutes?|hours?|days?|weeks?)\b/i.test(fact)],
  [/\b(?:born|birth|birthday|dob)\b/, (fact) => /\b(?:born|birth)\b/i.test(fact)],
  [
    /\b(?:the|what|which|whose) (?:full |last |first )?name\b/,
    (fact) => /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(fact),
  ],
  [/\bhow many\b/, (fact) => numberIn(fact) !== null],
  [/\b(?:who|which doctor|whom|with whom)\b/, (fact) => /\b(?:Dr|Mr|Mrs|Ms|Prof)\b|\bdoctor\b/.test(fact)],
  [
    /\b(?:phone|number|call you|reach you|who (?:can|do|should|could|shall) i (?:call|ask|reach|contact|talk|ring))\b/,
    (fact) => /\d{3}[\d -]{3,}/.test(fact),
  ],
];

/** The fact that answers a question best; null if none fits, so that no answer is invented. */
export function answerTo(question: string, facts: readonly string[]): string | null {
  const asked = stems(question);
  const wanted = normalizedWords(question);
  let best: { fact: string; score: number } | null = null;
  for (const fact of facts) {
    const shared = [...stems(fact)].filter((stem) => asked.has(stem)).length;
    const kind = kinds.some(([pattern, fits]) => pattern.test(wanted) && fits(fact)) ? 1.5 : 0;
    const score = shared * 2 + kind;
    if (score > (best?.score ?? 0)) best = { fact, score };
  }
  return best && best.score >= 1.5 ? best.fact : null;
}
