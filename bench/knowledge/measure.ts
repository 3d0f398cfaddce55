import type { AgentConfig } from '@parley/contract';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { type AnswerTimes, askOnce, deskRequests, makeAgent } from './try-agent.ts';

const entriesInAll = 200;
/** What the look-up may add to a turn. */
const mostAddedMs = 5;

/** What 200 entries add to a turn: the same question to an agent with them and to one without, in turn. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const dataDir = newDataDir();
  const tokens = makeTokens();
  const product = await startProduct(dataDir, { ...tokens.settings, DRAIN_SECONDS: '0' });
  try {
    const desk = deskRequests(product.url, tokens.of('knowledge'));
    const without = await makeAgent(desk, 'Without knowledge', (config) => config);
    const withEntries = await makeAgent(desk, 'With knowledge', (config) => known(config));
    const rounds = smoke ? 2 : 100;
    log(`knowledge: ${rounds} questions to an agent with ${entriesInAll} entries and to one without`);
    const bare: Slice<AnswerTimes>[] = [];
    const looked: Slice<AnswerTimes>[] = [];
    // The first questions measure the compiler, and make the rows that are searched.
    for (let round = -10; round < rounds; round += 1) {
      const question = `How long does treatment ${wordOf(Math.abs(round) % entriesInAll)} take?`;
      const one = await slice(() => askOnce(desk, without, question));
      const other = await slice(() => askOnce(desk, withEntries, question));
      if (round < 0) continue;
      bare.push(one);
      looked.push(other);
    }
    return figuresOf(counted(bare).values, counted(looked).values);
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

function figuresOf(bare: readonly AnswerTimes[], looked: readonly AnswerTimes[]): Figure[] {
  const answers = (times: readonly AnswerTimes[]) => times.map(({ answerMs }) => answerMs);
  const lookUps = looked.flatMap(({ lookUpMs }) => lookUpMs ?? []);
  const added = median(answers(looked)) - median(answers(bare));
  const part = 'knowledge';
  return [
    {
      ...{
        part,
        what: `a turn with ${entriesInAll} entries: added by the look-up`,
        value: added,
        unit: 'ms',
      },
      ...{ limit: mostAddedMs, ratio: added / mostAddedMs, reach: { at: 'most', ratio: 1 } },
      note: 'p50 with entries less p50 without',
    },
    { part, what: 'the look-up itself: p50', value: median(lookUps), unit: 'ms' },
    { part, what: 'the look-up itself: p99', value: percentile(lookUps, 0.99), unit: 'ms' },
  ];
}

function known(config: AgentConfig): AgentConfig {
  const entries = Array.from({ length: entriesInAll }, (_, index) => ({
    id: `entry-${index}`,
    title: `Treatment ${wordOf(index)}`,
    text: `Treatment ${wordOf(index)} takes ${20 + (index % 40)} minutes. ${filler}`,
  }));
  return { ...config, knowledge: { entries } };
}

/** So that an entry has the length of a usual one, and words that all of them have. */
const filler =
  'It is done by our team on most days of the week, needs no preparation, and is paid for by most insurance plans. '.repeat(
    6,
  );

const syllables = ['bar', 'den', 'fol', 'gim', 'hus', 'jat', 'kel', 'lom', 'mir', 'nup'];

/** A word that no other entry has. */
function wordOf(index: number): string {
  const digits = String(index).padStart(3, '0');
  return `${[...digits].map((digit) => syllables[Number(digit)] ?? '').join('')}on`;
}
