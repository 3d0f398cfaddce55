import type { LanguageModel } from '../../ports/language-model.ts';
import { chatRequestBody } from './chat-request-body.ts';
import { connectToModel, type ModelAddress } from './model-connection.ts';
import { ReplyParser } from './reply-parser.ts';
import { ReplyStream } from './reply-stream.ts';

export interface ChatServer extends ModelAddress {
  readonly model: string;
}

/**
 * Models behind an OpenAI-compatible API, as self-hosted servers have it. Without an SDK: text goes from the socket to the
 * session without being wrapped several times, and a cancelled answer ends with its connection (decision 008).
 */
export function createChatCompletionsModel(
  config: ChatServer,
  modelName: string | null = null,
): LanguageModel {
  const model = modelName ?? config.model;
  const ask = connectToModel(config);
  return {
    name: model,
    reply(request, signal) {
      const answer = new ReplyStream(new ReplyParser((tokens) => request.onTokens?.({ model, ...tokens })));
      if (signal.aborted) answer.cancel();
      else ask(chatRequestBody(model, request), signal, answer);
      return answer;
    },
  };
}
