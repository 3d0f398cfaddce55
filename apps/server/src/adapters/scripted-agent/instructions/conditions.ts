import type { Ask } from './script.ts';

/** An order that applies only under a condition. */
export interface Conditional {
  readonly when: 'yes' | 'no' | 'asked' | 'otherwise' | 'never';
  readonly condition: string;
  readonly order: string;
}

const negativeWords =
  /\b(?:not|no|cannot|can't|won't|doesn't|don't|isn't|unable|declines?|refuses?|rejects?|another|different|reschedule|cancel|postpone|unhappy|neither|none|nothing|nobody|no one|dissatisfied|disagrees?|hesitates?|objects?|inconvenient|wrong|incorrect|insists?|outdated|other)\b|n't\b/i;
/** Conditions that the agent always handles by its own rules, such as voicemail; their order is ignored. */
const handledByAgent =
  /\b(?:voice ?mail|answering machine|machine|mailbox|no answer|nobody answers|no one answers|does(?:n't| not) answer|wrong number|busy|bad time|not available|unavailable|not there|not home|someone else|somebody else|anyone else|robot|an ai|human|angry|upset|rude|hangs? up|silent|silence)\b/i;

/** Reads a conditional sentence, such as "If not, ask which day …" or "Otherwise, …"; null if it has no condition. */
export function conditionalIn(sentence: string): Conditional | null {
  const otherwise = /^(?:otherwise|or else|else)[,:]?\s+(.+)$/i.exec(sentence)?.[1];
  if (otherwise) return { when: 'otherwise', condition: '', order: otherwise };
  const leading =
    /^(?:if|in case|when|should|whenever)\s+(.+?)(?:,\s*(?:then\s+)?|\s+then\s+|:\s+)(.+)$/i.exec(sentence) ??
    /^(?:if|in case)\s+(.+?)(?<!\b(?:they|he|she|it|you|who|people|someone|somebody|patient|customer|caller|guest|client))\s+((?:ask|tell|say|offer|suggest|inform|let|explain|thank|apologi[sz]e|answer|give|transfer|end)\b.+)$/i.exec(
      sentence,
    );
  if (leading?.[1] && leading[2]) return { ...classify(leading[1]), order: leading[2] };
  const trailing =
    /^(.+?),?\s+(?:if|in case)\s+((?:not|no|so|yes|they|he|she|it|that|the|this|necessary|needed|you)\b.*)$/i.exec(
      sentence,
    );
  // "Ask if they can come" contains a question; "Ask for another day if they cannot come" contains a condition.
  const asks = /^(?:ask|check|see|find out|confirm|verify|inquire|enquire|determine|clarify|know)\b/i.test(
    sentence,
  );
  if (
    asks &&
    trailing &&
    !/^(?:not|no|so|yes|necessary|needed)\b|\b(?:not|cannot|declines?|refuses?)\b|n't\b/i.test(
      trailing[2] ?? '',
    )
  ) {
    return null;
  }
  if (inMessage.test(trailing?.[1] ?? '') && ofPerson.test(trailing?.[2] ?? '')) return null;
  if (endsAsking.test(trailing?.[1] ?? '') || isStatement.test(trailing?.[1] ?? '')) return null;
  if (trailing?.[1] && trailing[2]) return { ...classify(trailing[2]), order: trailing[1] };
  return null;
}

/** "They get a month free if they sign now" is a statement to pass on, not an order with a condition. */
const isStatement = /^(?:they|he|she|it|we|you|there|the|our|an?|this|that)\b/i;

/** A message with a verb of its own, to which a condition about the person called belongs: "Tell her we have a slot if she wants it". */
const inMessage =
  /\b(?:tell|let|inform|remind|notify) (?:him|her|them|(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?|the \p{L}+)(?: know)?,? (?:that )?(?:we|you|he|she|they|it|there|the \p{L}+|our \p{L}+|his \p{L}+|her \p{L}+)(?:['’](?:ll|d|s|re|ve)| (?:have|has|is|are|can|could|will|would|may|should|must|had)\b)/iu;
const ofPerson =
  /^(?:he|she|they) (?:wants?|wishe?s?|likes?|would like|prefers?|needs?|decides?|can|cannot|can['’]t|still|has|have|feels?|is|are)\b(?!.*\b(?:asks?|not there|home)\b)/i;

/** The text before "if" ends in a word such as "ask": what follows is a question ("Apologise and ask if they …"). */
const endsAsking =
  /\b(?:ask(?: (?:him|her|them|\p{Lu}[\p{L}. ]+|the \p{L}+))?|check|see|find out|know|wonder|confirm|verify|clarify|determine|inquire|enquire)$|\b(?:that|or|and|know|knows|even|as|only|see|sure|remember|wondering)$|\b(?:ask|tell|inform|remind|notify)\b[^.]*\bto \p{L}+\b[^.]*$/iu;

/** Whether a condition or an answer is negative: it contains a word such as "not", "cannot" or "another". */
export function isNegative(text: string): boolean {
  return negativeWords.test(text);
}

const generalWords =
  /\b(?:yes|no|not|so|agrees?|accepts?|can|could|able|suits?|works?|fits?|wants?|wishe?s?|likes?|needs?|prefers?|interested|happy|available|possible|home|free|comes?|attends?|confirms?|okay|ok|fine|keeps?|anything|something|is|are|does|do|will|would)\b/i;

/** "If he has, …" has no matter of its own. */
const onlyVerb =
  /^(?:it|they|he|she|that|there|you)\s+(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)$/i;

/** Whether a condition refers to the question before it: "If she has lost it" does not refer to "Can she come?". */
export function belongsTo(condition: string, { question, wants }: Ask): boolean {
  const asked = question.toLowerCase();
  return (
    (wants === 'yesNo' && onlyVerb.test(condition)) ||
    // General words such as "can" or "agrees" refer only to a question that is answered with yes or no.
    (wants === 'yesNo' && generalWords.test(condition)) ||
    (condition.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => asked.includes(word.slice(0, 5)))
  );
}

function classify(condition: string): { when: Conditional['when']; condition: string } {
  if (
    /\b(?:asks?|asked|wants? to know|inquires?|questions?|wonders?|brings?|mentions?|raises?)\b/i.test(
      condition,
    )
  )
    return { when: 'asked', condition };
  // Conditions that compare a number ("below 7") are not supported; their order is never carried out.
  if (
    /\b(?:below|under|less than|lower than|above|over|more than|higher than|at least|at most)\s+\w+/i.test(
      condition,
    )
  )
    return { when: 'never', condition };
  if (handledByAgent.test(condition)) return { when: 'never', condition };
  return { when: negativeWords.test(condition) ? 'no' : 'yes', condition };
}
