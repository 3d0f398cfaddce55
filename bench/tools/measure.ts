import { type AgentConfig, emptyHttpTool } from '@parley/contract';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import {
  type AnswerTimes,
  askOnce,
  type DeskRequests,
  deskRequests,
  makeAgent,
} from '../knowledge/try-agent.ts';
import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median, percentile } from '../statistics.ts';

const toolsInAll = 10;
/** A turn with tools that are declared and not used, to one without. */
const mostRatio = 1.05;

/** What ten tools add to a turn that uses none: the same words to an agent with them and to one without, in turn. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const dataDir = newDataDir();
  const tokens = makeTokens();
  const product = await startProduct(dataDir, { ...tokens.settings, DRAIN_SECONDS: '0' });
  try {
    const desk = deskRequests(product.url, tokens.of('tools'));
    const use = await makeTools(desk);
    const without = await makeAgent(desk, 'Without tools', (config) => config);
    const withTools = await makeAgent(desk, 'With tools', (config) => ({
      ...config,
      tools: { use, texts: [] },
    }));
    const rounds = smoke ? 2 : 200;
    log(`tools: ${rounds} turns of an agent with ${toolsInAll} tools and of one without`);
    const bare: Slice<AnswerTimes>[] = [];
    const declared: Slice<AnswerTimes>[] = [];
    // The first turns measure the compiler.
    for (let round = -10; round < rounds; round += 1) {
      const words = `My name is Robin, and my number is ${1_000 + round}.`;
      const one = await slice(() => askOnce(desk, without, words));
      const other = await slice(() => askOnce(desk, withTools, words));
      if (round < 0) continue;
      bare.push(one);
      declared.push(other);
    }
    return figuresOf(counted(bare).values, counted(declared).values);
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

function figuresOf(bare: readonly AnswerTimes[], declared: readonly AnswerTimes[]): Figure[] {
  const answers = (times: readonly AnswerTimes[]) => times.map(({ answerMs }) => answerMs);
  const [limit, value] = [median(answers(bare)), median(answers(declared))];
  const part = 'tools';
  return [
    {
      ...{ part, what: `a turn with ${toolsInAll} tools declared and none used: p50`, value, unit: 'ms' },
      ...{ limit, ratio: value / limit, reach: { at: 'most', ratio: mostRatio } },
      note: 'to a turn without tools',
    },
    {
      ...{ part, what: `a turn with ${toolsInAll} tools declared and none used: p99`, unit: 'ms' },
      ...{ value: percentile(answers(declared), 0.99), limit: percentile(answers(bare), 0.99) },
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
