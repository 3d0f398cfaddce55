import { replyTo } from '../../src/adapters/scripted-agent/scripted-agent.ts';
import type { CallBrief, ConversationEntry } from '../../src/ports/language-model.ts';
import { everyTool, exampleBrief } from '../language-model-contract.ts';

export const reminder: CallBrief = {
  ...exampleBrief,
  instructions:
    'Remind Jo Sample of her cleaning on Tuesday at 9 a.m. Ask whether the time still suits her. Parking is behind the house.',
};

/** The agent's reply to the last of these utterances. */
export function lastReply(brief: CallBrief, ...said: readonly (string | ConversationEntry)[]) {
  const history: ConversationEntry[] = [{ kind: 'agent', text: brief.greeting, interrupted: false }];
  let reply = replyTo({ brief, prompt: '', history, tools: everyTool });
  for (const next of said) {
    history.push(typeof next === 'string' ? { kind: 'said', text: next } : next);
    if (typeof next !== 'string' && next.kind === 'agent') continue;
    reply = replyTo({ brief, prompt: '', history, tools: everyTool });
    history.push({ kind: 'agent', text: reply.text, interrupted: false });
  }
  return { text: reply.text, tools: reply.tools.map(({ name }) => name), call: reply.tools.at(-1)?.input };
}
