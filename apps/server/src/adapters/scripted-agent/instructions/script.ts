/** What the agent says and asks on a call, parsed from its instructions. */
export interface Script {
  /** The person to ask for; null if the instructions name nobody. */
  readonly party: string | null;
  readonly steps: readonly Step[];
  /** Sentences with which the agent may answer questions. */
  readonly facts: readonly string[];
}

export type Step = Tell | Ask;

export interface Tell {
  readonly kind: 'tell';
  readonly text: string;
  /** The text as a clause, for "I am calling to tell you that …"; null if the text is a full reason already. */
  readonly clause: string | null;
}

export interface Ask {
  readonly kind: 'ask';
  readonly question: string;
  readonly wants: Wanted;
  readonly ifYes: readonly Step[];
  readonly ifNo: readonly Step[];
  /**
   * True if the question is not in the instructions but inferred. An explicit question about day or time right after it
   * replaces it.
   */
  readonly implied: boolean;
}

/** The kind of answer. `assent`: any sign of having understood. */
export type Wanted = 'yesNo' | 'dayTime' | 'number' | 'name' | 'open' | 'assent';

export function tell(text: string, clause: string | null = null): Tell {
  return {
    kind: 'tell',
    text: sentence(text),
    clause: clause === null ? null : clause.replace(/[\s.]+$/, ''),
  };
}

export function ask(question: string, wants: Wanted = wantedBy(question)): Ask {
  return { kind: 'ask', question: sentence(question, '?'), wants, ifYes: [], ifNo: [], implied: false };
}

/** Makes a sentence: a capital at the start and a punctuation mark at the end. */
export function sentence(text: string, mark = '.'): string {
  const trimmed = text
    .trim()
    .replace(/[\s,;:.]+$/, '')
    .replace(/^[\s,;:.]+/, '');
  if (trimmed === '') return '';
  const capital = trimmed.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  if (/[.?!]["']?$/.test(trimmed)) return capital;
  return /\b[ap]\.m$/.test(trimmed) ? `${capital}.` : `${capital}${mark}`;
}

const yesNoForm =
  /^(?:do|does|did|is|are|was|were|can|will|would|have|has|had|should|may (?:(?:i|we) (?!have|ask)|he|she|they|the|your|our|someone|somebody|a)|shall|could (?!you (?:tell|give)\b))|^could you (?:tell me|confirm) (?:whether|if|that|the|your)|\bwould (?:that|one of|it|this)\b[^?]*\bsuit\b/i;

/** A choice, which "yes" does not answer: "Would you rather come in the morning or in the afternoon?" */
const isChoice =
  /\b(?:prefer|rather|would you like|do you want|should we|shall we|is it)\b[^?]*\bor\b(?! not\b)/;

/** The kind of answer that a question asks for. */
export function wantedBy(question: string): Wanted {
  const asked = question.toLowerCase();
  if (
    /^may (?:i|we) have (?:your|an?) (?:okay|ok|consent|approval|permission|go-ahead|agreement)\b/.test(asked)
  )
    return 'yesNo';
  if (
    /^(?:do|would|is there|are there|have) .*\b(?:anything|any (?:questions|comments|wishes|suggestions|concerns|remarks))\b/.test(
      asked,
    )
  )
    return 'open';
  if (/\b(?:1|one|0|zero) ?(?:to|-|–) ?(?:10|ten|5|five|6|six)\b/.test(asked)) return 'number';
  if (/\b(?:date of birth|birthday)\b/.test(asked)) return 'open';
  if (
    /\bname\b/.test(asked) &&
    /^(?:may i have|could you (?:tell|give) me|what(?:'s| is)|under what)\b/.test(asked)
  )
    return 'name';
  if (yesNoForm.test(asked)) return isChoice.test(asked) ? 'open' : 'yesNo';
  if (
    /\b(?:when|what time|which time|(?:which|what) (?:other )?(?:day|date|week)s?|day and time|date and time|how soon|day or time|(?:a|another|other|better|new|suitable|preferred|arrival|departure|delivery|pick-?up) (?:day|date|time)s?|time of (?:arrival|delivery|departure))\b/.test(
      asked,
    )
  ) {
    return 'dayTime';
  }
  if (
    /\b(?:how (?:many|much|satisfied|likely|old|often|long)|scale|rate|rating|score|from (?:one|1|0|zero) to)\b/.test(
      asked,
    )
  )
    return 'number';
  return 'open';
}
