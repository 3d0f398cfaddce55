import type { LanguageModel, ReplyPart, ReplyRequest } from '../../ports/language-model.ts';
import { nextReply } from './dialogue.ts';
import { nextInboundMove, startInbound } from './planning/inbound.ts';
import { nextOutboundMove, startOutbound } from './planning/outbound.ts';
import type { Reply } from './planning/outbound-dialogue.ts';

/**
 * The agent of the sandbox, without a language model. It reads instructions and understands answers by rules, and says the
 * same thing in the same situation every time.
 */
export function createScriptedAgent(): LanguageModel {
  return {
    name: 'scripted',
    async *reply(request, signal) {
      for (const part of partsOf(replyTo(request), request)) {
        if (signal.aborted) return;
        yield part;
      }
    },
  };
}

export function replyTo({ brief, history }: ReplyRequest): Reply {
  return brief.direction === 'outbound'
    ? nextReply({ start: () => startOutbound(brief), nextMove: nextOutboundMove }, history)
    : nextReply({ start: () => startInbound(brief), nextMove: nextInboundMove }, history);
}

function partsOf({ text, tools }: Reply, { tools: offered }: ReplyRequest): ReplyPart[] {
  const calls = tools.filter((call) => offered.includes(call.name));
  // Without the tool to hang up, something has to be said.
  const spoken = text === '' && calls.length === 0 ? 'Thank you. Goodbye.' : text;
  return [
    ...(spoken.match(/\S+\s*/g) ?? []).map((piece): ReplyPart => ({ type: 'text', text: piece })),
    ...calls.map((call): ReplyPart => ({ type: 'tool', call })),
  ];
}
