import * as z from 'zod';
import { schemaOf } from './tool-schema.ts';
import { defineTool } from './voice-tool.ts';

export const doNotCall = defineTool({
  name: 'do_not_call',
  description:
    'The other party asked not to be called again. Puts their number on the do-not-call list. ' +
    'Promise it in the same turn.',
  guidance:
    'do_not_call: when they ask not to be called again, promise it, use this tool, say goodbye and end the call. Do not try to change their mind.',
  schema: schemaOf(z.object({})),
  changes: true,
  work: { by: 'session', action: () => ({ kind: 'doNotCall' }) },
});
