import { limits } from '@parley/contract';
import * as z from 'zod';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import { schemaOf } from './tool-schema.ts';
import { defineTool, type VoiceTool } from './voice-tool.ts';

export interface Message {
  readonly message: string;
  /** Whom it is for; null: whoever reads it. */
  readonly forWhom: string | null;
}

/** Puts a message into the inbox of the desk. */
export type LeaveMessage = (call: CallKey, message: Message) => Promise<ToolOutcome>;

const input = z.object({
  message: z
    .string()
    .trim()
    .min(1)
    .max(limits.followUpNoteMax / 2)
    .describe('The message in one or two sentences, with what they said and nothing else.'),
  for: z.string().trim().max(80).optional().describe('Whom it is for, if they said so.'),
});

export function createTakeMessage(leave: LeaveMessage): VoiceTool {
  return defineTool({
    name: 'take_message',
    title: 'Took a message',
    description: 'Leave a message for the people at the desk. It stands in their inbox at once.',
    guidance:
      'take_message leaves a message for the desk. Use it when they want something passed on, or when you offered it and they agree; read it back before. Promise that it is passed on only after the answer came.',
    schema: schemaOf(input),
    changes: true,
    work: {
      by: 'runner',
      limitMs: 5_000,
      run: ({ call, input: { message, for: forWhom } }) =>
        leave(call, {
          message: String(message),
          forWhom: typeof forWhom === 'string' && forWhom !== '' ? forWhom : null,
        }),
    },
  });
}
