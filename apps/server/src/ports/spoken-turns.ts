import type { ConversationEntry } from './language-model.ts';
import type { ToolCall, ToolResult } from './voice-tools.ts';

export type SpokenTurn =
  | { readonly role: 'user'; readonly text: string }
  /** Text first, then the tool calls that came with it. The text is empty where the agent only called a tool. */
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly AnsweredCall[] };

/** A tool call with its result: every provider requires both together. */
export interface AnsweredCall {
  readonly id: string;
  readonly name: ToolCall['name'];
  readonly input: ToolCall['input'];
  /** JSON. */
  readonly result: string;
}

/**
 * The conversation as models expect it: the other party begins, and the two take turns. Some servers refuse
 * anything else, so entries of the same side are joined. The results of tool calls stand between two turns of the agent.
 * The agent does not have the last word: some models refuse to continue it.
 */
export function spokenTurns(entries: readonly ConversationEntry[]): SpokenTurn[] {
  const spoken = entries.map(toTurn);
  const begun: SpokenTurn[] =
    spoken[0]?.role === 'user' ? spoken : [{ role: 'user', text: '[The call is connected.]' }, ...spoken];
  const turns = join(begun);
  const last = turns.at(-1);
  return last?.role === 'assistant' && last.calls.length === 0
    ? [...turns, toTurn({ kind: 'silence' })]
    : turns;
}

/** What a model is told of a result that came after it had been given another one for the same call. */
export function lateResultText(name: string, { status, detail }: ToolResult): string {
  return `[Later result of your call of ${name}: ${JSON.stringify({ status, detail })}]`;
}

function toTurn(entry: ConversationEntry): SpokenTurn {
  switch (entry.kind) {
    case 'agent':
      return { role: 'assistant', text: entry.interrupted ? `${entry.text} —` : entry.text, calls: [] };
    case 'said':
      return { role: 'user', text: entry.text };
    case 'pressed':
      return { role: 'user', text: `[They pressed ${[...entry.digits].join(' ')} on the phone.]` };
    case 'silence':
      return { role: 'user', text: '[They say nothing.]' };
    case 'cut':
      return { role: 'user', text: '[The line was cut off and is back. Go on where you were.]' };
    case 'tool': {
      const { id, call, result } = entry;
      const answered = { id, name: call.name, input: call.input, result: JSON.stringify(result) };
      return { role: 'assistant', text: '', calls: [answered] };
    }
    case 'lateResult':
      return { role: 'user', text: lateResultText(entry.name, entry.result) };
  }
}

function join(spoken: readonly SpokenTurn[]): SpokenTurn[] {
  const joined: SpokenTurn[] = [];
  for (const next of spoken) {
    const both = together(joined.at(-1), next);
    if (both) joined[joined.length - 1] = both;
    else joined.push(next);
  }
  return joined;
}

/**
 * Joins two turns of one side; null if they stay separate. Text after a tool call stays separate, because the model
 * wrote it knowing the result.
 */
function together(last: SpokenTurn | undefined, next: SpokenTurn): SpokenTurn | null {
  if (last?.role === 'user' && next.role === 'user') {
    return { role: 'user', text: `${last.text} ${next.text}` };
  }
  if (last?.role !== 'assistant' || next.role !== 'assistant') return null;
  if (last.calls.length > 0 && next.text !== '') return null;
  const text = [last.text, next.text].filter((part) => part !== '').join(' ');
  return { role: 'assistant', text, calls: [...last.calls, ...next.calls] };
}
