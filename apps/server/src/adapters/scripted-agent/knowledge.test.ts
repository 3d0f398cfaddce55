import { describe, expect, test } from 'vitest';
import { manyEntries, practiceEntries } from '../../../testing/knowledge/entries.ts';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { knowledgeOf } from '../../ports/knowledge-of.ts';
import type { CallBrief, ConversationEntry } from '../../ports/language-model.ts';
import type { ToolResult } from '../../ports/voice-tools.ts';
import { replyTo } from './scripted-agent.ts';

const inbound: CallBrief = { ...exampleBrief, direction: 'inbound', instructions: null, abilities: '' };
const said = (text: string): ConversationEntry => ({ kind: 'said', text });
const opening: ConversationEntry = { kind: 'agent', text: 'Hello. How can I help you?', interrupted: false };

function reply(knowledge: CallBrief['knowledge'], ...history: ConversationEntry[]) {
  return replyTo({
    brief: { ...inbound, knowledge: knowledge ?? null },
    prompt: '',
    tools: [],
    history: [opening, ...history],
  });
}

describe('the scripted agent with knowledge in its prompt', () => {
  const knowledge = knowledgeOf(practiceEntries, 'en-US');

  test.each([
    [
      'Is there parking at your place?',
      'There are free spaces behind the building. Enter from Elm Street.',
      2,
    ],
    ['What are your opening hours?', 'We are open Monday to Thursday from eight to five', 1],
    ['Which insurance do you take?', 'We accept most PPO plans', 3],
  ])('answers "%s" with the entry that it is certainly about, and cites it', (question, answer, number) => {
    const { text, tools } = reply(knowledge, said(question));
    expect(text).toContain(answer);
    expect(tools).toEqual([{ name: 'cite_knowledge', input: { question, entries: [number] } }]);
  });

  test('does not guess: another question is taken down, and noted as one without an answer', () => {
    const question = 'Do you treat dogs?';
    const { text, tools } = reply(knowledge, said(question));
    expect(text).toContain('I do not know that');
    expect(tools).toEqual([{ name: 'cite_knowledge', input: { question, entries: [] } }]);
  });

  test('two entries that fit equally are no certain answer', () => {
    const twice = knowledgeOf(
      [...practiceEntries, { id: 'p2', title: 'The parking', text: 'None.' }],
      'en-US',
    );
    expect(reply(twice, said('Is there parking?')).text).toContain('I do not know that');
  });

  test('the conversation goes on behind the answer', () => {
    const first = said('Is there parking at your place?');
    const { text } = reply(knowledge, first);
    const { text: next } = reply(
      knowledge,
      first,
      { kind: 'agent', text, interrupted: false },
      said('No, thank you.'),
    );
    expect(next).toContain('Goodbye');
  });
});

describe('the scripted agent with knowledge that it looks up', () => {
  const knowledge = knowledgeOf(manyEntries(200), 'en-US');
  const question = 'What is treatment denbarbaron?';
  const lookedUp = (result: ToolResult): ConversationEntry => ({
    ...{ kind: 'tool', id: 'call00001', call: { name: 'look_up', input: { question } } },
    result,
  });

  test('asks for it first, without a word', () => {
    expect(reply(knowledge, said(question))).toEqual({
      text: '',
      tools: [{ name: 'look_up', input: { question } }],
    });
  });

  test('says what was found', () => {
    const detail = JSON.stringify({
      entries: [{ title: 'Treatment denbarbaron', text: 'It takes an hour.' }],
    });
    const { text, tools } = reply(knowledge, said(question), lookedUp({ status: 'done', detail }));
    expect(text).toContain('It takes an hour.');
    expect(tools).toEqual([]);
  });

  test.each<[string, ToolResult]>([
    ['nothing was found', { status: 'done', detail: 'Nothing was found.' }],
    ['the look-up failed', { status: 'failed', detail: 'It did not work: technical problem.' }],
    ['something else was found', { status: 'done', detail: '{"entries":[{"title":"Dogs","text":"No."}]}' }],
    ['the answer is no list', { status: 'done', detail: '{"entries":7}' }],
  ])('does not know it where %s, and asks once only', (_what, result) => {
    const { text, tools } = reply(knowledge, said(question), lookedUp(result));
    expect(text).toContain('I do not know that');
    expect(tools).toEqual([]);
  });
});
