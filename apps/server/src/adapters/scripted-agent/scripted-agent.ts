import type { LanguageModel, ReplyPart, ReplyRequest } from '../../ports/language-model.ts';
import { nextReply } from './dialogue.ts';
import { nextInboundMove, startInbound } from './planning/inbound.ts';
import { nextOutboundMove, startOutbound } from './planning/outbound.ts';
import type { Reply } from './planning/outbound-dialogue.ts';
import { isCheckName } from './planning/tool-calls.ts';
import { toolReply } from './tool-use/reply.ts';

/**
 * The agent of the sandbox, which needs no language model: it parses instructions and answers by rules, and gives the
 * same reply to the same history every time.
 */
export function createScriptedAgent(): LanguageModel {
  return {
    name: 'scripted',
    free: true,
    async *reply(request, signal) {
      const reply = toolReply(request) ?? checkedFirst(replyTo(request), request);
      for (const part of partsOf(reply, request)) {
        if (signal.aborted) return;
        yield part;
      }
    },
  };
}

export function replyTo({ brief, history }: ReplyRequest): Reply {
  return brief.direction === 'outbound'
    ? nextReply({ start: () => startOutbound(brief), nextMove: nextOutboundMove }, history)
    : nextReply({ start: () => startInbound(brief, history), nextMove: nextInboundMove }, history);
}

/**
 * A name that the caller gave is checked before anything is said: the model is asked again with the result, and a reply
 * beside the check would be given twice.
 */
function checkedFirst(reply: Reply, { history, tools: offered }: ReplyRequest): Reply {
  const check = reply.tools.find(isCheckName);
  if (!check) return reply;
  const others = { ...reply, tools: reply.tools.filter((call) => call !== check) };
  if (!offered.some(({ name }) => name === check.name)) return others;
  const done = history.some(
    (entry) =>
      entry.kind === 'tool' && entry.call.name === check.name && entry.call.input.name === check.input.name,
  );
  return done ? others : { text: '', tools: [check] };
}

function partsOf({ text, tools }: Reply, { tools: offered }: ReplyRequest): ReplyPart[] {
  const calls = tools.filter((call) => offered.some(({ name }) => name === call.name));
  // A reply must not be empty: without the tool to hang up, the agent says goodbye.
  const spoken = text === '' && calls.length === 0 ? 'Thank you. Goodbye.' : text;
  return [
    ...(spoken.match(/\S+\s*/g) ?? []).map((piece): ReplyPart => ({ type: 'text', text: piece })),
    ...calls.map((call): ReplyPart => ({ type: 'tool', call })),
  ];
}
