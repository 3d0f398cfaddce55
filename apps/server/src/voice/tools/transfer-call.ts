import * as z from 'zod';
import { schemaOf } from './tool-schema.ts';
import { defineTool } from './voice-tool.ts';

export const transferCall = defineTool({
  name: 'transfer_call',
  description:
    'Connect the other party with a person. Tell them in the same turn that you are connecting them.',
  guidance:
    'transfer_call connects them with a person, when they ask for one or when you cannot help. Say that you are connecting them.',
  schema: schemaOf(
    z.object({ reason: z.string().max(500).describe('Why a person is needed, in a few words.') }),
  ),
  changes: true,
  work: { by: 'session', action: ({ reason }) => ({ kind: 'transfer', reason: String(reason) }) },
  isOfferedOn: ({ canTransfer }) => canTransfer,
});
