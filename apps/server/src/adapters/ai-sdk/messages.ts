import type { ModelMessage } from 'ai';
import type { ConversationLine } from '../../ports/language-model.ts';

interface Spoken {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/**
 * The conversation as models expect it: the other party begins, and the two take turns. Some servers refuse
 * anything else, so lines of the same side are joined.
 */
export function toMessages(lines: readonly ConversationLine[]): ModelMessage[] {
  const spoken = lines.map(toSpoken);
  const begun: Spoken[] =
    spoken[0]?.role === 'user' ? spoken : [{ role: 'user', text: '[The call is connected.]' }, ...spoken];
  return join(begun).map(({ role, text }) => ({ role, content: text }));
}

function toSpoken(line: ConversationLine): Spoken {
  switch (line.kind) {
    case 'agent':
      return { role: 'assistant', text: line.interrupted ? `${line.text} —` : line.text };
    case 'said':
      return { role: 'user', text: line.text };
    case 'pressed':
      return { role: 'user', text: `[They pressed ${[...line.digits].join(' ')} on the phone.]` };
    case 'silence':
      return { role: 'user', text: '[They say nothing.]' };
  }
}

function join(spoken: readonly Spoken[]): Spoken[] {
  const joined: Spoken[] = [];
  for (const next of spoken) {
    const last = joined.at(-1);
    if (last?.role === next.role) joined[joined.length - 1] = { ...last, text: `${last.text} ${next.text}` };
    else joined.push(next);
  }
  return joined;
}
