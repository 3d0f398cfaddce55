import { Histogram, type MetricFamily } from './instruments.ts';

/** By the conventions of OpenTelemetry, without those of their attributes that are what somebody has typed. */
const labels = ['gen_ai.operation.name', 'gen_ai.provider.name'] as const;

/** Replies on calls, and what is written afterwards: summaries and outcomes. */
export type ModelOperation = 'chat' | 'generate_content';

const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

const operationDuration = new Histogram<[ModelOperation, string, 'none' | 'cancelled' | 'failed']>(
  'gen_ai.client.operation.duration',
  'Requests to language models, to the end of the answer.',
  [...labels, 'error.type'],
  seconds,
);
const timeToFirstChunk = new Histogram<[ModelOperation, string]>(
  'gen_ai.client.operation.time_to_first_chunk',
  'Requests to language models, to the first part of the answer.',
  labels,
  seconds,
);
const tokenUsage = new Histogram<[ModelOperation, string, 'input' | 'output']>(
  'gen_ai.client.token.usage',
  'Tokens of a request to a language model, as its provider tells.',
  [...labels, 'gen_ai.token.type'],
  [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144],
);
const toolDuration = new Histogram<['done' | 'refused' | 'failed' | 'timed_out']>(
  'gen_ai.execute_tool.duration',
  'Tools that agents used on calls.',
  ['result'],
  seconds,
);

export const modelFamilies: readonly MetricFamily[] = [
  operationDuration,
  timeToFirstChunk,
  tokenUsage,
  toolDuration,
];

/** One request to a model. */
export interface CountedRequest {
  firstPart(): void;
  tokens(tokens: { readonly inputTokens: number; readonly outputTokens: number }): void;
  /** The first end counts. */
  ended(how: 'none' | 'cancelled' | 'failed'): void;
}

export function countModelRequest(operation: ModelOperation, provider: string): CountedRequest {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  let isFirst = true;
  let isOver = false;
  return {
    firstPart() {
      if (isFirst) timeToFirstChunk.observe(since(), operation, provider);
      isFirst = false;
    },
    tokens({ inputTokens, outputTokens }) {
      tokenUsage.observe(inputTokens, operation, provider, 'input');
      tokenUsage.observe(outputTokens, operation, provider, 'output');
    },
    ended(how) {
      if (!isOver) operationDuration.observe(since(), operation, provider, how);
      isOver = true;
    },
  };
}

export function countTool(milliseconds: number, result: 'done' | 'refused' | 'failed' | 'timed_out'): void {
  toolDuration.observe(milliseconds / 1000, result);
}
