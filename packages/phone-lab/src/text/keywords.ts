/** Words that unsubscribe a number from another, when they are all of a text, and words that undo it. */
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout']);
const startWords = new Set(['start', 'unstop', 'yes']);

export type Keyword = 'stop' | 'start' | null;

export function keywordOf(body: string): Keyword {
  const word = body.trim().toLowerCase();
  if (stopWords.has(word)) return 'stop';
  return startWords.has(word) ? 'start' : null;
}

/** What the carrier itself answers. */
export const keywordReplies = {
  stop: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  start:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe.',
} as const;
