import { type LanguageModel, ModelFailure, type ReplyPart } from '../../ports/language-model.ts';
import { AnswerReader } from './answer-reader.ts';
import { type Ask, type ModelAddress, openLine } from './model-line.ts';
import { requestBody } from './request-body.ts';

export interface ChatServer extends ModelAddress {
  readonly model: string;
}

/**
 * Models behind an OpenAI-compatible wire, which is what a server of one's own speaks. Spoken to directly: a word goes
 * from the socket to the session without being wrapped and unwrapped on its way, and an answer that is no longer wanted
 * ends with its connection.
 */
export function createChatModel(config: ChatServer, modelName: string | null = null): LanguageModel {
  const model = modelName ?? config.model;
  const ask = openLine(config);
  return {
    name: model,
    async *reply(request, signal) {
      if (signal.aborted) return;
      yield* parts(ask, requestBody(model, request), new AnswerReader(request.tools), signal);
    },
  };
}

async function* parts(
  ask: Ask,
  body: string,
  reader: AnswerReader,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart> {
  let begun = false;
  try {
    for await (const lines of ask(body, signal)) {
      for (const line of lines) {
        for (const part of reader.read(line)) {
          begun = true;
          yield part;
          if (signal.aborted) return;
        }
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw begun ? new ModelFailure('cut', brokeOff, error) : failureOf(error);
  }
  if (signal.aborted) return;
  if (!reader.finished)
    throw begun ? new ModelFailure('cut', brokeOff) : new ModelFailure('unusable', unreadable);
  if (!begun) throw new ModelFailure('unusable', 'The model neither said nor did anything.');
}

const brokeOff = 'The model broke off in the middle of its answer.';
const unreadable = 'The model sent an answer that cannot be read.';

function failureOf(error: unknown): ModelFailure {
  return error instanceof ModelFailure ? error : new ModelFailure('unusable', unreadable, error);
}
