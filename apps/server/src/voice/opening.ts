import type { CallBrief } from '../ports/language-model.ts';

/**
 * The first sentences. A caller is greeted and asked what they need. On an outbound call the agent only says who is
 * calling: it is not known yet who has answered, so what the call is about has to wait.
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
