/** What a session says without asking the model. An agent may word each of them. */
export const phraseNames = [
  'areYouThere',
  'silenceGoodbye',
  'firstFiller',
  'secondFiller',
  'sayAgain',
  'apology',
  'cutOff',
  'maxLengthGoodbye',
  'drainGoodbye',
  'goodbye',
  'noMoreCalls',
  'transferring',
  'notTransferred',
] as const;
export type PhraseName = (typeof phraseNames)[number];
