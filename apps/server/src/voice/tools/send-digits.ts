import * as z from 'zod';
import { schemaOf } from './tool-schema.ts';
import { defineTool } from './voice-tool.ts';

export const sendDigits = defineTool({
  name: 'send_digits',
  description: 'Press keys on the phone, for a menu that asks for them. w waits half a second.',
  guidance: 'send_digits presses keys, for a phone menu that asks for them.',
  schema: schemaOf(z.object({ digits: z.string().regex(/^[0-9w#*]{1,32}$/) })),
  changes: true,
  work: { by: 'session', action: ({ digits }) => ({ kind: 'pressKeys', digits: String(digits) }) },
  // A media stream carries audio only.
  isOfferedOn: ({ speech }) => speech === 'text',
});
