import * as z from 'zod';
import { schemaOf } from './tool-schema.ts';
import { defineTool } from './voice-tool.ts';

const input = z.object({
  reason: z.enum(['finished', 'wrong_number', 'call_later', 'declined', 'voicemail', 'abuse']),
});

export const endCall = defineTool({
  name: 'end_call',
  description:
    'Hang up. Say goodbye in the same turn: the line drops once your words were heard. ' +
    'With reason "voicemail" say nothing. With "wrong_number" nobody of that name can be reached at this number.',
  guidance:
    'end_call hangs up once your last words were heard. Always say goodbye in the same turn. If an answering machine speaks, use it with the reason "voicemail" and say nothing.',
  schema: schemaOf(input),
  changes: false,
  work: {
    by: 'session',
    action: ({ reason }) => ({
      kind: 'end',
      reason: reason === 'voicemail' || reason === 'wrong_number' ? reason : 'finished',
    }),
  },
});
