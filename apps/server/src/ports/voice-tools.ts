import * as z from 'zod';

/** What an agent can do on a call besides speaking. */
export const endCallReasons = [
  'finished',
  'wrong_number',
  'call_later',
  'declined',
  'voicemail',
  'abuse',
] as const;
export type EndCallReason = (typeof endCallReasons)[number];

interface ToolShape {
  readonly description: string;
  readonly input: z.ZodType;
}

export const voiceTools = {
  end_call: {
    description:
      'Hang up. Say goodbye in the same turn: the line drops once your words were heard. ' +
      'With reason "voicemail" say nothing.',
    input: z.object({ reason: z.enum(endCallReasons) }),
  },
  transfer_call: {
    description:
      'Connect the other party with a person. Tell them in the same turn that you are connecting them.',
    input: z.object({ reason: z.string().max(500).describe('Why a person is needed, in a few words.') }),
  },
  send_digits: {
    description: 'Press keys on the phone, for a menu that asks for them. w waits half a second.',
    input: z.object({ digits: z.string().regex(/^[0-9w#*]{1,32}$/) }),
  },
  do_not_call: {
    description:
      'The other party asked not to be called again. Puts their number on the do-not-call list. ' +
      'Promise it in the same turn.',
    input: z.object({}),
  },
} as const satisfies Record<string, ToolShape>;

export type ToolName = keyof typeof voiceTools;

export type ToolCall = {
  [Name in ToolName]: { readonly name: Name; readonly input: z.infer<(typeof voiceTools)[Name]['input']> };
}[ToolName];

/** The result of a tool call, as the model gets it. */
export interface ToolResult {
  /**
   * `pending`: carried out after the text of this turn has been played; cancelled if the other party speaks before
   * that.
   */
  readonly status: 'done' | 'pending' | 'refused' | 'failed';
  readonly detail: string;
}

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(voiceTools, name);
}

/** A tool call of the model; null for an unknown tool or an input that does not match its schema. */
export function parseToolCall(name: string, input: unknown): ToolCall | null {
  if (!isToolName(name)) return null;
  const parsed = voiceTools[name].input.safeParse(input);
  return parsed.success ? ({ name, input: parsed.data } as ToolCall) : null;
}
