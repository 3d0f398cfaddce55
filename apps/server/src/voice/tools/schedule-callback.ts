import * as z from 'zod';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import { schemaOf } from './tool-schema.ts';
import { defineTool, type VoiceTool } from './voice-tool.ts';

export interface CallbackRequest {
  readonly about: string;
  /** Local to the organization, as YYYY-MM-DD and HH:MM; null where they did not say. */
  readonly date: string | null;
  readonly time: string | null;
}

/** Asks the desk to call the other party back. */
export type ScheduleCallback = (call: CallKey, request: CallbackRequest) => Promise<ToolOutcome>;

const input = z.object({
  about: z.string().trim().min(1).max(300).describe('What the call is to be about, in a few words.'),
  date: z.iso.date().optional().describe('The day, as YYYY-MM-DD. Leave it out if any day will do.'),
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .optional()
    .describe('The time of day, as HH:MM on a 24-hour clock. Leave it out if any time will do.'),
});

export function createScheduleCallback(schedule: ScheduleCallback): VoiceTool {
  return defineTool({
    name: 'schedule_callback',
    title: 'Asked for a call back',
    description:
      'Ask the people at the desk to call the other party back, at a time or as soon as they can. Answers with when that will be.',
    guidance:
      'schedule_callback has a person call them back. Ask when it suits them, use it, and promise only the time that it answers with.',
    schema: schemaOf(input),
    changes: true,
    // A withheld number cannot be called.
    isOfferedOn: ({ numberKnown = true }) => numberKnown,
    work: {
      by: 'runner',
      limitMs: 5_000,
      run: ({ call, input: { about, date, time } }) =>
        schedule(call, {
          about: String(about),
          date: typeof date === 'string' ? date : null,
          time: typeof time === 'string' ? time : null,
        }),
    },
  });
}
