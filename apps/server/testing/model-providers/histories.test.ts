import { describe, expect, test } from 'vitest';
import { type AnthropicBlock, type AnthropicMessage, anthropicFault } from './anthropic-history.ts';
import { type ChatMessage, chatFault } from './chat-history.ts';
import { type ResponsesItem, responsesFault } from './responses-history.ts';

describe('the Messages API refuses', () => {
  const text = (words: string): AnthropicBlock => ({ type: 'text', text: words });
  const use = (id: string, input: unknown = {}): AnthropicBlock => ({
    type: 'tool_use',
    id,
    name: 'x',
    input,
  });
  const result = (id: string): AnthropicBlock => ({ type: 'tool_result', tool_use_id: id, content: 'r' });
  const user = (...content: AnthropicBlock[]): AnthropicMessage => ({ role: 'user', content });
  const agent = (...content: AnthropicBlock[]): AnthropicMessage => ({ role: 'assistant', content });
  const hello = user(text('Hello.'));

  test('nothing of a history in which each call has its result next', () => {
    const two = agent(text('Wait.'), use('a'), use('b'));
    expect(anthropicFault([hello, two, user(result('b'), result('a'), text('Go on.'))])).toBeNull();
  });

  test.each<[string, AnthropicMessage[], string]>([
    [
      'a call without a result',
      [hello, agent(use('a')), hello],
      'without `tool_result` blocks immediately after: a',
    ],
    ['a call at the end', [hello, agent(use('a'))], 'without `tool_result` blocks'],
    ['one result of two', [hello, agent(use('a'), use('b')), user(result('a'))], 'immediately after: b'],
    [
      'text between call and result',
      [hello, agent(use('a')), user(text('Hm.'), result('a'))],
      'without `tool_result`',
    ],
    ['text after a call', [hello, agent(use('a'), text('Hm.')), user(result('a'))], 'without `tool_result`'],
    [
      'a message between',
      [hello, agent(use('a')), agent(text('Hm.')), user(result('a'))],
      'without `tool_result`',
    ],
    [
      'a result before its call',
      [user(result('a')), agent(use('a')), user(result('a'))],
      'unexpected `tool_use_id`',
    ],
    ['a result of no call', [hello, agent(text('Hm.')), user(result('z'))], 'unexpected `tool_use_id`'],
    ['two results', [hello, agent(use('a')), user(result('a'), result('a'))], 'single result'],
    [
      'an id twice',
      [hello, agent(use('a')), user(result('a')), agent(use('a')), user(result('a'))],
      'must be unique',
    ],
    ['an input that is no object', [hello, agent(use('a', 'x')), user(result('a'))], 'valid dictionary'],
    ['an id with other characters', [hello, agent(use('a.b')), user(result('a.b'))], 'should match pattern'],
    ['the last word of the assistant', [hello, agent(text('Hm.'))], 'must end with a user message'],
    ['a beginning of the assistant', [agent(text('Hm.')), hello], 'first message'],
  ])('%s', (_what, messages, fault) => {
    expect(anthropicFault(messages)).toContain(fault);
  });
});

describe('chat completions refuse', () => {
  const system: ChatMessage = { role: 'system', content: 'You.' };
  const user: ChatMessage = { role: 'user', content: 'Hello.' };
  const agent: ChatMessage = { role: 'assistant', content: 'Hm.' };
  const calls = (...ids: string[]): ChatMessage => ({
    ...{ role: 'assistant', content: null },
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'x', arguments: '{}' } })),
  });
  const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'r' });

  test('nothing of a history in which the results follow', () => {
    expect(chatFault([system, user, calls('a', 'b'), result('b'), result('a')])).toBeNull();
  });

  test.each<[string, ChatMessage[], string]>([
    ['a call without a result', [user, calls('a'), user], 'did not have response messages: a'],
    ['one result of two', [user, calls('a', 'b'), result('a'), user], 'messages: b'],
    ['a call at the end', [user, calls('a')], 'did not have response messages'],
    [
      'a result before its call',
      [user, result('a'), calls('a'), result('a')],
      "role 'tool' must be a response",
    ],
    ['a result of no call', [user, calls('a'), result('a'), result('z')], "role 'tool' must be a response"],
    [
      'words between call and result',
      [user, calls('a'), agent, result('a')],
      'did not have response messages',
    ],
    ['an id twice', [user, calls('a', 'a'), result('a'), result('a')], 'Duplicate'],
  ])('%s', (_what, messages, fault) => {
    expect(chatFault([system, ...messages])).toContain(fault);
  });
});

describe('the Responses API refuses', () => {
  const user: ResponsesItem = { role: 'user', content: 'Hello.' };
  const call = (id: string): ResponsesItem => ({
    type: 'function_call',
    call_id: id,
    name: 'x',
    arguments: '{}',
  });
  const output = (id: string): ResponsesItem => ({ type: 'function_call_output', call_id: id, output: 'r' });

  test('nothing of a history in which each call has an output', () => {
    expect(responsesFault([user, call('a'), call('b'), output('b'), output('a'), user])).toBeNull();
  });

  test.each<[string, ResponsesItem[], string]>([
    ['a call without an output', [user, call('a'), user], 'No tool output found for function call a'],
    ['an output before its call', [output('a'), call('a')], 'No tool call found'],
    ['an output of no call', [user, output('z')], 'No tool call found'],
    ['two outputs', [call('a'), output('a'), output('a')], 'No tool call found'],
    ['an id twice', [call('a'), output('a'), call('a'), output('a')], 'Duplicate item'],
  ])('%s', (_what, items, fault) => {
    expect(responsesFault(items)).toContain(fault);
  });
});
