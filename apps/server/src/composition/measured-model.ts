import type { ConnectedProvider } from '@parley/contract';
import { type CountedRequest, countModelRequest } from '../lib/metrics/model-metrics.ts';
import type { LanguageModel, OnTokens, TextGenerator } from '../ports/language-model.ts';
import type { ObjectWriter } from '../ports/model-access.ts';

/** A model whose requests are counted in the metrics. The parts of its answer pass through as they are. */
export function measuredModel(model: LanguageModel, provider: ConnectedProvider): LanguageModel {
  return {
    ...model,
    reply(request, signal) {
      const counted = countModelRequest('chat', provider);
      const onTokens = both(counted, request.onTokens);
      return watched(model.reply({ ...request, onTokens }, signal), counted, signal);
    },
  };
}

function watched<Part>(
  parts: AsyncIterable<Part>,
  counted: CountedRequest,
  signal: AbortSignal,
): AsyncIterable<Part> {
  const reading = parts[Symbol.asyncIterator]();
  const iterator: AsyncIterator<Part> = {
    next() {
      const next = reading.next();
      next.then(
        ({ done }) => (done ? counted.ended(signal.aborted ? 'cancelled' : 'none') : counted.firstPart()),
        () => counted.ended('failed'),
      );
      return next;
    },
    // Whoever stops reading has cancelled it.
    async return(value: unknown) {
      counted.ended('cancelled');
      return (await reading.return?.(value)) ?? { done: true, value };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

export function measuredGenerator(generator: TextGenerator, provider: ConnectedProvider): TextGenerator {
  return {
    ...generator,
    generate: (request, signal) =>
      measured(provider, signal, (counted) =>
        generator.generate({ ...request, onTokens: both(counted, request.onTokens) }, signal),
      ),
  };
}

export function measuredWriter(writer: ObjectWriter, provider: ConnectedProvider): ObjectWriter {
  return {
    write: (request, signal) =>
      measured(provider, signal, (counted) =>
        writer.write({ ...request, onTokens: both(counted, request.onTokens) }, signal),
      ),
  };
}

async function measured<T>(
  provider: ConnectedProvider,
  signal: AbortSignal,
  work: (counted: CountedRequest) => Promise<T>,
): Promise<T> {
  const counted = countModelRequest('generate_content', provider);
  try {
    const result = await work(counted);
    counted.ended('none');
    return result;
  } catch (error) {
    counted.ended(signal.aborted ? 'cancelled' : 'failed');
    throw error;
  }
}

function both(counted: CountedRequest, onTokens: OnTokens | undefined): OnTokens {
  return (tokens) => {
    counted.tokens(tokens);
    onTokens?.(tokens);
  };
}
