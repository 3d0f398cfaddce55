import { jsonSchema, type LanguageModelUsage, streamText, type TextStreamPart, type ToolSet } from 'ai';
import {
  type LanguageModel,
  ModelFailure,
  type ReplyPart,
  type ReplyRequest,
} from '../../ports/language-model.ts';
import type { ToolDefinition } from '../../ports/voice-tools.ts';
import { toFailure } from './failures.ts';
import { toMessages } from './messages.ts';
import { openModel, type ProviderModel, providerOptions } from './provider.ts';
import { reportTokens } from './tokens.ts';

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
        ...(request.temperature != null && { temperature: request.temperature }),
        // The session decides about retries: it knows how long the other party has been waiting.
        maxRetries: 0,
        abortSignal: signal,
        providerOptions,
        // A server that cannot be reached is reported only here.
        onError: ({ error }) => {
          faults.push(error);
        },
      });
      yield* parts(result.stream, signal, faults, (usage) =>
        reportTokens(request.onTokens, modelName ?? config.model, usage),
      );
    },
  };
}

async function* parts(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  signal: AbortSignal,
  faults: readonly unknown[],
  onUsage: (usage: LanguageModelUsage) => void,
): AsyncGenerator<ReplyPart> {
  let begun = false;
  let finished = false;
  try {
    for await (const part of stream) {
      if (signal.aborted) return;
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') {
        finished = part.finishReason !== 'other' && part.finishReason !== 'error';
        onUsage(part.totalUsage);
      }
      const reply = toReplyPart(part);
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

function toReplyPart(part: TextStreamPart<ToolSet>): ReplyPart | null {
  if (part.type === 'text-delta') return part.text ? { type: 'text', text: part.text } : null;
  return part.type === 'tool-call'
    ? { type: 'tool', call: { name: part.toolName, input: part.input } }
    : null;
}

/** Tools without an execute function and without a check of their input: both are the session's. */
function toolSet(tools: readonly ToolDefinition[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      { description, inputSchema: jsonSchema(parameters) },
    ]),
  );
}
