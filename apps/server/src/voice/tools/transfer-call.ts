import * as z from 'zod';
import { isReachable, type TransferChoice } from '../session/manners.ts';
import { schemaOf } from './tool-schema.ts';
import { defineTool, type ToolDescription } from './voice-tool.ts';

const reason = z.string().max(500).describe('Why a person is needed, in a few words.');

const toThePerson: ToolDescription = {
  name: 'transfer_call',
  description:
    'Connect the other party with a person. Tell them in the same turn that you are connecting them.',
  guidance:
    'transfer_call connects them with a person, when they ask for one or when you cannot help. Say that you are connecting them.',
  schema: schemaOf(z.object({ reason })),
  changes: true,
  work: {
    by: 'session',
    action: ({ to, reason }) => ({
      kind: 'transfer',
      to: typeof to === 'string' ? to : null,
      reason: String(reason),
    }),
  },
  isOfferedOn: ({ canTransfer }) => canTransfer,
};

/** One number for everything, or the people whom the agent names. */
export const transferCall = defineTool({
  ...toThePerson,
  forCall: ({ transfers = [] }) => {
    const [first, ...others] = transfers.flatMap(({ name }) => name ?? []);
    return first === undefined ? transferCall : transferTo([first, ...others], transfers);
  },
});

function transferTo(names: readonly [string, ...string[]], choices: readonly TransferChoice[]) {
  const whom = z
    .enum(names)
    .optional()
    .describe('Whom to connect them with. Leave it out if anybody will do.');
  return defineTool({
    ...toThePerson,
    guidance: [
      'transfer_call connects them with a person, when they ask for one or when you cannot help. Say whom you are connecting them with. If somebody cannot be reached, say so and offer to take a message.',
      ...choices
        .filter((choice) => !isReachable(choice, 0))
        .map(({ name }) => `"${name}" is not there at this hour.`),
    ].join(' '),
    schema: schemaOf(z.object({ to: whom, reason })),
  });
}
