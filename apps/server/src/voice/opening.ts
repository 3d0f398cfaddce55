import type { CallBrief } from '../ports/language-model.ts';

/**
 * The first words. Whoever rings us is greeted and asked what we can do. Whom we ring hears only who is calling:
 * nobody knows yet who has picked up, so what the call is about has to wait.
 */
export function openingText({ greeting, agentName, direction }: CallBrief): string {
  const sentences = greeting.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [];
  const spoken = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const statements = spoken.filter((sentence) => !sentence.endsWith('?'));
  const introduction =
    statements.length > 0 ? statements : [`Hello, this is the AI assistant of ${agentName}.`];
  if (direction === 'outbound') return introduction.join(' ');
  return spoken.length > statements.length && statements.length > 0
    ? spoken.join(' ')
    : [...introduction, 'How can I help you?'].join(' ');
}
