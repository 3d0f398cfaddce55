import { streamText, type TextStreamPart, type ToolSet } from 'ai';
import {
  type LanguageModel,
  ModelFailure,
  type ReplyPart,
  type ReplyRequest,
} from '../../ports/language-model.ts';
import { parseToolCall, type ToolName, voiceTools } from '../../ports/voice-tools.ts';
import { toFailure } from './failures.ts';
import { toMessages } from './messages.ts';
import { openModel, type ProviderModel, providerOptions } from './provider.ts';

// The SDK prints hints for developers; errors reach our own log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** An answer on the phone is a few sentences; the rest is for models that reason first. */
const longestReplyTokens = 1_000;

/** Language models of outside providers. */
export function createLanguageModel(config: ProviderModel, modelName: string | null = null): LanguageModel {
  const model = openModel(config, modelName);
  return {
    name: modelName ?? config.model,
    async *reply(request: ReplyRequest, signal: AbortSignal) {
      if (signal.aborted) return;
      const faults: unknown[] = [];
      const result = streamText({
        model,
        instructions: request.prompt,
        messages: toMessages(request.history),
        tools: toolSet(request.tools),
        maxOutputTokens: longestReplyTokens,
        // The session decides about retries: it knows how long the other party has been waiting.
        maxRetries: 0,
        abortSignal: signal,
        providerOptions,
        // A server that cannot be reached is reported only here.
        onError: ({ error }) => {
          faults.push(error);
        },
      });
      yield* parts(result.stream, request.tools, signal, faults);
    },
  };
}

async function* parts(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  offered: readonly ToolName[],
  signal: AbortSignal,
  faults: readonly unknown[],
): AsyncGenerator<ReplyPart> {
  let begun = false;
  let finished = false;
  try {
    for await (const part of stream) {
      if (signal.aborted) return;
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') finished = part.finishReason !== 'other' && part.finishReason !== 'error';
      const reply = toReplyPart(part, offered);
      if (!reply) continue;
      begun = true;
      yield reply;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw toFailure(error, begun);
  }
  if (signal.aborted) return;
  if (!finished) throw toFailure(faults[0] ?? new Error('The stream ended without a finish part.'), begun);
  if (!begun) throw new ModelFailure('unusable', 'The model neither said nor did anything.');
}

function toReplyPart(part: TextStreamPart<ToolSet>, offered: readonly ToolName[]): ReplyPart | null {
  if (part.type === 'text-delta') return part.text ? { type: 'text', text: part.text } : null;
  if (part.type !== 'tool-call') return null;
  const call = parseToolCall(part.toolName, part.input);
  return call && offered.includes(call.name) ? { type: 'tool', call } : null;
}

/** Tools without an execute function: the session runs them, not the SDK. */
function toolSet(names: readonly ToolName[]): ToolSet {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { description: voiceTools[name].description, inputSchema: voiceTools[name].input },
    ]),
  );
}
