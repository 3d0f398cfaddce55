import * as z from 'zod';
import type { ReplyRequest } from '../../ports/language-model.ts';
import { spokenTurns } from '../../ports/spoken-turns.ts';
import { type ToolName, voiceTools } from '../../ports/voice-tools.ts';

/** A turn on the phone is a few sentences; the rest of the room is for models that think before they speak. */
const longestReplyTokens = 1_000;

export function requestBody(model: string, { prompt, lines, tools }: ReplyRequest): string {
  const messages = [
    { role: 'system', content: prompt },
    ...spokenTurns(lines).map(({ role, text }) => ({ role, content: text })),
  ];
  return JSON.stringify({
    model,
    stream: true,
    max_tokens: longestReplyTokens,
    messages,
    ...(tools.length > 0 && { tools: tools.map((name) => definitions[name]), tool_choice: 'auto' }),
  });
}

/** Written once: they are the same in every turn of every call. */
const definitions = Object.fromEntries(
  (Object.keys(voiceTools) as ToolName[]).map((name) => {
    const { description, input } = voiceTools[name];
    const { $schema: _, ...parameters } = z.toJSONSchema(input);
    return [name, { type: 'function', function: { name, description, parameters } }];
  }),
) as Readonly<Record<ToolName, object>>;
