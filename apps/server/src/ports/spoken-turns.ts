import type { ConversationLine } from './language-model.ts';

export interface SpokenTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/**
 * The conversation as models expect it: the other party begins, and the two take turns. Some servers refuse
 * anything else, so lines of the same side are joined.
 */
export function spokenTurns(lines: readonly ConversationLine[]): SpokenTurn[] {
  const spoken = lines.map(toTurn);
  const begun: SpokenTurn[] =
    spoken[0]?.role === 'user' ? spoken : [{ role: 'user', text: '[The call is connected.]' }, ...spoken];
  return join(begun);
}

function toTurn(line: ConversationLine): SpokenTurn {
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

function join(spoken: readonly SpokenTurn[]): SpokenTurn[] {
  const joined: SpokenTurn[] = [];
  for (const next of spoken) {
    const last = joined.at(-1);
    if (last?.role === next.role) joined[joined.length - 1] = { ...last, text: `${last.text} ${next.text}` };
    else joined.push(next);
  }
  return joined;
}
