import { type AgentConfig, emptyHttpTool } from '@parley/contract';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { askOnce, type DeskRequests, deskRequests, makeAgent } from '../knowledge/try-agent.ts';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { ChatModel } from '../voice/chat-model.ts';

const toolsInAll = 10;
/** A turn with tools that are declared and not used, to one without. */
const mostRatio = 1.05;

/** One turn of each agent, one right after the other. */
interface Pair {
  readonly bareMs: number;
  readonly declaredMs: number;
}

/**
 * What ten tools add to a turn that uses none: the same words to an agent with them and to one without, in turn and each
 * first in every other pair, with a model of a fixed pace. The differences of the pairs are compared, so that what slows
 * the machine down for a while slows both.
 */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const dataDir = newDataDir();
  const tokens = makeTokens();
  const model = await ChatModel.start();
  const product = await startProduct(dataDir, {
    ...tokens.settings,
    ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'emulated' },
    ...{ OPENAI_API_KEY: 'none', DRAIN_SECONDS: '0' },
  });
  try {
    const desk = deskRequests(product.url, tokens.of('tools'));
    const use = await makeTools(desk);
    const without = await makeAgent(desk, 'Without tools', (config) => config);
    const withTools = await makeAgent(desk, 'With tools', (config) => ({
      ...config,
      tools: { use, texts: [] },
    }));
    const ask = async (agent: string, words: string) => (await askOnce(desk, agent, words)).answerMs;
    // With the first ten fewer than an organization may try in a day.
    const rounds = smoke ? 2 : 130;
    log(`tools: ${rounds} turns of an agent with ${toolsInAll} tools and of one without`);
    const pairs: Slice<Pair>[] = [];
    // The first turns measure the compiler.
    for (let round = smoke ? -2 : -10; round < rounds; round += 1) {
      const words = `My name is Robin, and my number is ${1_000 + round}.`;
      const pair = await slice(async () => {
        const first = await ask(round % 2 === 0 ? without : withTools, words);
        const second = await ask(round % 2 === 0 ? withTools : without, words);
        return round % 2 === 0
          ? { bareMs: first, declaredMs: second }
          : { bareMs: second, declaredMs: first };
      });
      if (round >= 0) pairs.push(pair);
    }
    return figuresOf(counted(pairs));
  } finally {
    await product.stop();
    model.stop();
    removeDataDir(dataDir);
  }
}

function figuresOf({ values, quiet, remark }: Counted<Pair>): Figure[] {
  const bare = values.map(({ bareMs }) => bareMs);
  const declared = values.map(({ declaredMs }) => declaredMs);
  const added = median(values.map(({ bareMs, declaredMs }) => declaredMs - bareMs));
  const limit = median(bare);
  const part = 'tools';
  const what = `a turn with ${toolsInAll} tools declared and none used`;
  return [
    {
      ...{ part, what: `${what}: to one without`, value: limit + added, limit, unit: 'ms' },
      ...{ ratio: 1 + added / limit, reach: { at: 'most', ratio: mostRatio } },
      note: remark || `${Math.round(quiet * 100)} % quiet`,
    },
    {
      ...{ part, what: `${what}: p99`, unit: 'ms' },
      ...{ value: percentile(declared, 0.99), limit: percentile(bare, 0.99) },
    },
  ];
}

async function makeTools(desk: DeskRequests): Promise<NonNullable<AgentConfig['tools']>['use']> {
  const use: { id: string }[] = [];
  for (let index = 0; index < toolsInAll; index += 1) {
    const config = {
      ...emptyHttpTool(`look_up_orders_${index}`),
      purpose: `Finds orders of branch ${index} by their number. ${'Use it when somebody asks for an order. '.repeat(5)}`,
      address: `https://orders.example.com/branches/${index}/orders/{order}`,
      inputs: {
        type: 'object',
        properties: { order: { type: 'string', description: 'The number of the order.' } },
        required: ['order'],
        additionalProperties: false,
      },
      sampleInput: { order: '1001' },
    };
    const { tool } = (await desk.request('POST', '/api/tools', { config })) as { tool: { id: string } };
    use.push({ id: tool.id });
  }
  return use;
}
