import { describe, expect, test } from 'vitest';
import { manyEntries, practiceEntries } from '../../../testing/knowledge/entries.ts';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { RecordingLog, relayHarness, settled } from '../../../testing/voice/relay/relay-harness.ts';
import type { AskedQuestion, Knowledge, KnowledgeEntry } from '../../ports/knowledge.ts';
import { knowledgeOf } from '../../ports/knowledge-of.ts';
import type { LanguageModel, ReplyRequest } from '../../ports/language-model.ts';
import { vocabularyOf } from '../knowledge/vocabulary.ts';
import { plainManners } from '../session/manners.ts';
import { citeKnowledge } from './cite-knowledge.ts';
import { createLookUp } from './look-up.ts';
import { ToolRegistry } from './tool-registry.ts';
import { offerContextOf } from './voice-tool.ts';

const short = knowledgeOf(practiceEntries, 'en-US');
const long = knowledgeOf(manyEntries(200), 'en-US');

function lookUpOf(
  found: readonly KnowledgeEntry[],
  stores: () => Promise<void> = async () => {},
  delay: Promise<void> = Promise.resolve(),
) {
  const searched: { tenantId: string; knowledge: Knowledge; question: string }[] = [];
  const asked: AskedQuestion[] = [];
  const log = new RecordingLog();
  const tool = createLookUp({
    search: {
      prepare: async () => {},
      find: async (tenantId, knowledge, question) => {
        searched.push({ tenantId, knowledge, question });
        await delay;
        return [...found];
      },
      removeUnused: async () => 0,
    },
    questions: {
      add: async (_call, question) => {
        asked.push(question);
        await stores();
      },
      unanswered: async () => [],
      dismiss: async () => false,
    },
    now: () => new Date(0),
    log,
  });
  return { tool, searched, asked, log };
}

/** A model that asks once and then says what it was told. */
function askingModel(question: string): LanguageModel & { readonly requests: ReplyRequest[] } {
  const requests: ReplyRequest[] = [];
  return {
    name: 'asking',
    requests,
    async *reply(request) {
      requests.push(request);
      const last = request.history.at(-1);
      if (last?.kind === 'tool') yield { type: 'text', text: `Told: ${last.result.detail}` };
      else yield { type: 'tool', call: { name: 'look_up', input: { question } } };
    },
  };
}

async function ask(model: LanguageModel, tool: ReturnType<typeof lookUpOf>['tool'], knowledge = long) {
  const call = relayHarness({ ...exampleBrief, direction: 'inbound', knowledge }, model, 1, [
    citeKnowledge,
    tool,
  ]);
  // Built in steps, with turns of the event loop in between.
  if (knowledge) await vocabularyOf(knowledge);
  call.clock.advance(6_000);
  call.socket.receive({ type: 'prompt', voicePrompt: 'A question.', lang: 'en', last: true });
  await settled();
  await settled();
  return call;
}

describe('KN1: what an agent is offered', () => {
  const registry = new ToolRegistry([citeKnowledge, lookUpOf([]).tool]);
  test.each([
    ['nothing without knowledge', null, []],
    ['to cite what stands in its prompt', short, ['cite_knowledge']],
    ['to look up what does not', long, ['look_up']],
  ])('%s', (_what, knowledge, names) => {
    const offered = registry.offeredOn(offerContextOf('text', { ...exampleBrief, knowledge }, plainManners));
    expect(offered.map(({ name }) => name)).toEqual(names);
  });
});

describe('looking up', () => {
  test('KN6: the model is given the entries as data, and the call keeps the question with them', async () => {
    const [first] = manyEntries(1);
    const { tool, searched, asked } = lookUpOf(first ? [first] : []);
    const call = await ask(askingModel('Is it done on Mondays?'), tool);
    expect(call.socket.spoken()).toContain(`Told: {"entries":[{"title":"${first?.title}"`);
    expect(searched).toMatchObject([{ tenantId: 'tenant', question: 'Is it done on Mondays?' }]);
    expect(asked).toMatchObject([{ question: 'Is it done on Mondays?', entries: [{ id: 'entry-0' }] }]);
  });

  test('KN8: a question without an entry is kept too, and the model is told that it does not know', async () => {
    const { tool, asked } = lookUpOf([]);
    const call = await ask(askingModel('Is the moon full?'), tool);
    expect(call.socket.spoken()).toContain('Told: Nothing was found');
    expect(asked).toMatchObject([{ question: 'Is the moon full?', entries: [] }]);
  });

  test('KN5: a word that was misheard is searched for as the one that is known', async () => {
    const { tool, searched, asked } = lookUpOf([]);
    await ask(askingModel('What about denbarbaran?'), tool);
    expect(searched[0]?.question).toBe('What about denbarbaron?');
    expect(asked[0]?.question).toBe('What about denbarbaran?');
  });

  test('KN10: a search that takes longer than three seconds is gone on without', async () => {
    const { tool } = lookUpOf([], async () => {}, new Promise(() => {}));
    const model = askingModel('Is it done on Mondays?');
    const call = await ask(model, tool);
    call.clock.advance(2_900);
    await settled();
    expect(call.socket.spoken()).not.toContain('Told:');
    call.clock.advance(200);
    await settled();
    await settled();
    expect(call.socket.spoken()).toContain('Told:');
    const told = model.requests.at(-1)?.history.at(-1);
    expect(told?.kind === 'tool' && told.result.status).toBe('timed_out');
  });

  test('a question that cannot be stored is answered all the same', async () => {
    const { tool, log } = lookUpOf(manyEntries(1), () => Promise.reject(new Error('down')));
    const call = await ask(askingModel('Is it done on Mondays?'), tool);
    expect(call.socket.spoken()).toContain('Told: {"entries"');
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { callId: 'call' } }]);
  });

  test('an entry of any length fits into what a model gets to read', async () => {
    const entry = { id: 'x', title: '"Title"'.repeat(17), text: '"\n'.repeat(2_000) };
    const { tool } = lookUpOf([entry, entry, entry]);
    const model = askingModel('What?');
    await ask(model, tool);
    const shown = model.requests.at(-1)?.history.at(-1);
    expect(shown?.kind === 'tool' ? shown.result.detail.length : 0).toBeLessThanOrEqual(8_000);
  });
});

describe('KN6: citing what stands in the prompt', () => {
  const citing = (entries: readonly number[], words: string): LanguageModel => ({
    name: 'citing',
    async *reply({ history }) {
      const cited = history.some(({ kind }) => kind === 'tool');
      if (words !== '' || cited)
        yield { type: 'text', text: words || 'There are spaces behind the building.' };
      const input = { question: 'Is there parking?', entries };
      if (!cited) yield { type: 'tool', call: { name: 'cite_knowledge', input } };
    },
  });

  test('the call keeps what the answer rests on, and the model is not asked again', async () => {
    const call = await ask(citing([2], 'Behind the building.'), lookUpOf([]).tool, short);
    expect(call.actions).toEqual(['cite [2]: Is there parking?']);
    expect(call.socket.spoken()).toContain('Behind the building.');
    expect(call.socket.spoken().match(/Behind the building\./g)).toHaveLength(1);
  });

  test('a model that cites without a word is asked for the answer', async () => {
    const call = await ask(citing([2], ''), lookUpOf([]).tool, short);
    expect(call.actions).toEqual(['cite [2]: Is there parking?']);
    expect(call.socket.spoken()).toContain('There are spaces behind the building.');
  });

  test('a model that only ever cites does not end the call', async () => {
    const stubborn: LanguageModel = {
      name: 'stubborn',
      async *reply() {
        yield { type: 'tool', call: { name: 'cite_knowledge', input: { question: 'What?', entries: [] } } };
      },
    };
    const call = await ask(stubborn, lookUpOf([]).tool, short);
    expect(call.session.accepts({ type: 'control.hangup' })).toBe(true);
    expect(call.socket.spoken()).not.toContain('technical problem');
  });
});
