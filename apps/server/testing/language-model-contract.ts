import { describe, expect, test } from 'vitest';
import type {
  CallBrief,
  ConversationEntry,
  LanguageModel,
  ReplyPart,
  ReplyRequest,
  ReportedTokens,
} from '../src/ports/language-model.ts';
import { builtInTools } from '../src/voice/tools/tool-registry.ts';

export const exampleBrief: CallBrief = {
  agentName: 'Elm Street Dental',
  persona: 'You are friendly and brief.',
  greeting: 'Hello, this is the AI assistant of Elm Street Dental.',
  abilities: 'Take appointment requests.',
  language: 'en-US',
  direction: 'outbound',
  instructions: 'Tell the patient that the practice is closed on Friday.',
  otherParty: '+15005550123',
  startedAt: Date.parse('2026-03-02T15:00:00Z'),
  timeZone: 'America/New_York',
  canTransfer: false,
};

export const everyTool: ReplyRequest['tools'] = builtInTools;

export function exampleRequest(
  said: readonly string[],
  tools: ReplyRequest['tools'] = everyTool,
): ReplyRequest {
  const lines: ConversationEntry[] = [{ kind: 'agent', text: exampleBrief.greeting, interrupted: false }];
  for (const text of said)
    lines.push({ kind: 'said', text }, { kind: 'agent', text: 'I see.', interrupted: false });
  return {
    brief: exampleBrief,
    prompt: 'You speak for Elm Street Dental.',
    history: lines.slice(0, -1),
    tools,
  };
}

export async function collect(
  model: LanguageModel,
  request: ReplyRequest,
  signal = new AbortController().signal,
): Promise<ReplyPart[]> {
  const parts: ReplyPart[] = [];
  for await (const part of model.reply(request, signal)) parts.push(part);
  return parts;
}

export function textOf(parts: readonly ReplyPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** What every implementation of the language model port must do. The model under test ends the call on a goodbye. */
export function languageModelContract(open: () => LanguageModel): void {
  describe('as a language model', () => {
    test('has a name', () => {
      expect(open().name).not.toBe('');
    });

    test('speaks in pieces that join into sentences', async () => {
      const parts = await collect(open(), exampleRequest(['Hello?']));
      const texts = parts.filter((part) => part.type === 'text');
      expect(texts.length).toBeGreaterThan(1);
      expect(textOf(parts)).toMatch(/^\S.*[.?!]\s*$/);
      expect(textOf(parts)).not.toMatch(/ {2}|\S{60}/);
    });

    test('calls a tool where the conversation asks for it', async () => {
      const parts = await collect(open(), exampleRequest(['Never call this number again. Goodbye.']));
      expect(parts).toContainEqual({ type: 'tool', call: { name: 'end_call', input: expect.anything() } });
    });

    test('calls no tool that is not in the request', async () => {
      const parts = await collect(open(), exampleRequest(['Never call this number again. Goodbye.'], []));
      expect(parts.filter((part) => part.type === 'tool')).toEqual([]);
      expect(textOf(parts)).not.toBe('');
    });

    test('CO4: tells once what a whole reply has used, unless it has no tokens', async () => {
      const told: ReportedTokens[] = [];
      const model = open();
      await collect(model, { ...exampleRequest(['Hello?']), onTokens: (tokens) => told.push(tokens) });
      const some = { model: model.name, inputTokens: expect.any(Number), outputTokens: expect.any(Number) };
      expect(told).toEqual(model.free ? [] : [some]);
      const used = told.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
      expect(used > 0).toBe(!model.free);
    });

    test('says nothing once aborted, and does not throw', async () => {
      expect(await collect(open(), exampleRequest(['Hello?']), AbortSignal.abort())).toEqual([]);
    });

    test('stops where it is aborted', async () => {
      const abort = new AbortController();
      const parts: ReplyPart[] = [];
      for await (const part of open().reply(exampleRequest(['Hello?']), abort.signal)) {
        parts.push(part);
        abort.abort();
      }
      expect(parts).toHaveLength(1);
    });

    test('answers concurrent conversations independently', async () => {
      const model = open();
      const alone = textOf(await collect(model, exampleRequest(['Hello?'])));
      const [first, other, second] = await Promise.all([
        collect(model, exampleRequest(['Hello?'])),
        collect(model, exampleRequest(['Never call this number again. Goodbye.'])),
        collect(model, exampleRequest(['Hello?'])),
      ]);
      expect(textOf(first)).toBe(alone);
      expect(textOf(second)).toBe(alone);
      expect(textOf(other)).not.toBe(alone);
    });

    test('answers empty, oversized and malformed text', async () => {
      for (const text of [
        '',
        ' ',
        '\u0000\u001b[2J',
        '<b>hi</b> **hi**',
        'word '.repeat(2_000),
        '🦷',
        '\ud800',
      ]) {
        const parts = await collect(open(), exampleRequest(text.trim() === '' ? ['.'] : [text]));
        expect(parts.length).toBeGreaterThan(0);
      }
    });
  });
}
