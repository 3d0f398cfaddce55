import * as z from 'zod';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import { schemaOf } from './tool-schema.ts';
import { defineTool, type ToolDescription, type VoiceTool } from './voice-tool.ts';

export interface TextToSend {
  /** Its name among the texts of the agent. */
  readonly name: string;
  readonly body: string;
  readonly idempotencyKey: string;
}

/** Sends a text message to the other party of a call. */
export type SendText = (call: CallKey, text: TextToSend) => Promise<ToolOutcome>;

/** One of the texts that the agent was given, word for word, to whom it talks with. */
export function createSendText(send: SendText): VoiceTool {
  const described = (which: z.ZodString | z.ZodEnum): ToolDescription => ({
    name: 'send_text',
    title: 'Sent a text message',
    description:
      'Send the other party one of your text messages, to the number of this call. It is sent as it is written.',
    guidance:
      'send_text sends one of your text messages to the phone of the other party. Ask first whether they want it, send it once, and say that it was sent only after the answer came.',
    schema: schemaOf(z.object({ text: which.describe('Which of the texts.') })),
    changes: true,
    isOfferedOn: ({ texts = [], numberKnown = true }) => texts.length > 0 && numberKnown,
    work: {
      by: 'runner',
      limitMs: 12_000,
      run: async ({ call, brief, input, idempotencyKey }) => {
        const text = brief.texts?.find(({ name }) => name === input.text);
        if (!text) return { status: 'refused', detail: 'Not sent: there is no text of that name.' };
        return send(call, { name: text.name, body: text.text, idempotencyKey });
      },
    },
  });
  const plain = defineTool(described(z.string().max(200)));
  return {
    ...plain,
    forCall: ({ texts = [] }) => {
      const [first, ...others] = texts.map(({ name }) => name);
      return first === undefined ? plain : defineTool(described(z.enum([first, ...others])));
    },
  };
}
