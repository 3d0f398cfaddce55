import { questionWords } from './lexicon.ts';

const begins = new RegExp(`^${questionWords}\\b`, 'i');
const joint = new RegExp(
  `(,\\s*(?:and|or|as well as|plus)\\s+|\\s+(?:and|as well as|plus)\\s+|,\\s*)(?=${questionWords}(?:\\s|[.?]*$))`,
  'gi',
);
/** A relative clause: a verb follows directly, as in "which expires on Monday". */
const relativeClause =
  /^(?:(?:on|at|in|by|for|to|from|with|until) )?(?:which|who|whom|whose|where|when)\s+(?:(?:also|still|now|only|already|he|she|they|we|you|i|it)\s+)*(?:is|are|was|were|has|have|had|will|would|can|could|should|must|may|might|does|did|do|\p{Ll}+(?:s|ed)|came|went|got|took|made|ran|bought|left|fell|broke|sent|paid)\b/iu;
const openPhrase = /^(?:if|when)\s+(?:possible|necessary|needed|so|not|any|applicable|available|required)\b/i;

export function isQuestionClause(text: string): boolean {
  return begins.test(text);
}

/** Splits "how they liked it, what they missed and whether …" into single questions, but not at a relative clause. */
export function splitQuestions(text: string): string[] {
  const found = [...text.matchAll(joint)];
  const lastAnd = found.findLastIndex(([all]) => /\b(?:and|as well as|plus)\b/i.test(all));
  const pieces: string[] = [];
  let from = 0;
  for (const [index, match] of found.entries()) {
    const after = text.slice(match.index + match[0].length);
    const joined = /\b(?:and|as well as|plus)\b/i.test(match[0]);
    if (openPhrase.test(after)) continue;
    if (/\bor\b/i.test(match[0])) continue;
    // After a comma without "and", a word such as "which" begins a question only if the list goes on.
    const relative =
      /^(?:(?:on|at|in|by|for|to|from|with|until) )?(?:which|who|whom|whose|where|when)\b/i.test(after);
    if (!joined && relative && (relativeClause.test(after) || lastAnd < index)) continue;
    if (!joined && /^if\b/i.test(after) && lastAnd < index) continue;
    pieces.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...pieces, text.slice(from)]
    .map((piece) => piece.trim().replace(/,$/, ''))
    .filter((piece) => piece !== '');
}
