import { expect, test } from 'vitest';
import { collect, exampleRequest } from '../../testing/language-model-contract.ts';
import { modelFamilies } from '../lib/metrics/model-metrics.ts';
import { prometheusText } from '../lib/metrics/prometheus-text.ts';
import { type LanguageModel, ModelFailure } from '../ports/language-model.ts';
import { measuredGenerator, measuredModel, measuredWriter } from './measured-model.ts';

/** What the lines with these beginnings say, as numbers. */
const figures = (...lines: string[]) =>
  lines.map((line) => {
    const found = prometheusText(modelFamilies)
      .split('\n')
      .find((each) => each.startsWith(`${line} `));
    return Number(found?.split(' ').at(-1) ?? 0);
  });

const duration = (operation: string, error: string) =>
  `gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="${operation}",gen_ai_provider_name="openai",error_type="${error}"}`;
const first = `gen_ai_client_operation_time_to_first_chunk_seconds_count{gen_ai_operation_name="chat",gen_ai_provider_name="openai"}`;
const tokens = (operation: string, type: string) =>
  `gen_ai_client_token_usage_sum{gen_ai_operation_name="${operation}",gen_ai_provider_name="openai",gen_ai_token_type="${type}"}`;

async function added(lines: string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = figures(...lines);
  await work();
  return figures(...lines).map((value, at) => value - (before[at] ?? 0));
}

const answering: LanguageModel = {
  name: 'small',
  async *reply({ onTokens }) {
    yield { type: 'text', text: 'Good ' };
    yield { type: 'text', text: 'day.' };
    onTokens?.({ model: 'small', inputTokens: 100, outputTokens: 7 });
  },
};
const failing: LanguageModel = {
  name: 'small',
  // biome-ignore lint/correctness/useYield: it fails before its first part.
  async *reply() {
    throw new ModelFailure('busy', 'Too many requests.');
  },
};
const over = (how: string) => duration('chat', how);
const signal = () => new AbortController().signal;

test('MT1: a reply is counted once, with its first part and its tokens, and is passed on unchanged', async () => {
  const told: number[] = [];
  const lines = [over('none'), first, tokens('chat', 'input'), tokens('chat', 'output')];
  const request = {
    ...exampleRequest(['Hello.']),
    onTokens: ({ inputTokens }: { inputTokens: number }) => void told.push(inputTokens),
  };
  const counts = await added(lines, async () => {
    const parts = await collect(measuredModel(answering, 'openai'), request);
    expect(JSON.stringify(parts)).toContain('day.');
  });
  expect(counts).toEqual([1, 1, 100, 7]);
  expect(told).toEqual([100]);
});

test('MT1: a reply that fails is counted as failed, one that nobody reads to its end as cancelled', async () => {
  const lines = [over('none'), over('cancelled'), over('failed')];
  const counts = await added(lines, async () => {
    const failed = collect(measuredModel(failing, 'openai'), exampleRequest(['Hello.']));
    await expect(failed).rejects.toThrow('Too many requests.');
    for await (const part of measuredModel(answering, 'openai').reply(exampleRequest(['Hello.']), signal())) {
      expect(part).toBeDefined();
      break;
    }
  });
  expect(counts).toEqual([0, 1, 1]);
});

test('MT1: summaries and outcomes are counted too', async () => {
  const lines = [
    duration('generate_content', 'none'),
    duration('generate_content', 'failed'),
    tokens('generate_content', 'output'),
  ];
  const counts = await added(lines, async () => {
    const generator = measuredGenerator(
      {
        name: 'small',
        generate: async ({ onTokens }) => {
          onTokens?.({ model: 'small', inputTokens: 1, outputTokens: 5 });
          return 'A summary.';
        },
      },
      'openai',
    );
    expect(await generator.generate({ prompt: '', material: '' }, signal())).toBe('A summary.');
    const writer = measuredWriter(
      { write: () => Promise.reject(new ModelFailure('busy', 'Too many requests.')) },
      'openai',
    );
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;
    await expect(writer.write({ prompt: '', material: '', schema }, signal())).rejects.toThrow();
  });
  expect(counts).toEqual([1, 1, 5]);
});
