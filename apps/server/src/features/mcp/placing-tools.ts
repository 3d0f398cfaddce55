import * as z from 'zod/mini';
import { AppError } from '../../errors.ts';
import type { McpSession, McpTool } from '../../ports/mcp.ts';
import type { CallInput, Confirmations } from './confirmation.ts';
import { defineTool, text } from './define-tool.ts';

/** The call that was placed with the key and this input before; null where there is none. */
type PlacedBefore = (
  request: Pick<McpSession, 'caller' | 'log'> &
    Pick<CallInput, 'agentId' | 'phoneNumber' | 'message'> & {
      readonly templateId: string | null;
      readonly contactId: string | null;
      readonly idempotencyKey: string | null;
    },
) => Promise<{ readonly callId: string; readonly to: string } | null>;

const callInput = {
  agentId: text('The agent that calls; list_agents has them.'),
  phoneNumber: text('Whom to call, with the country code: +15005550100.', 64),
  message: text('What the agent is to do on the call.', 20_000),
  templateId: z.optional(text('The template that the message was made from.')),
  contactId: z.optional(text('Whom the call is for, where a number has more than one contact.')),
};

const asked = (input: CallInput) => {
  const { agentId, ...body } = input;
  return { params: { agentId }, body };
};

/** Nobody is called without a look at what the preview says: a model that has only read something dials nobody. */
export function placingTools(confirmations: Confirmations, placedBefore: PlacedBefore): readonly McpTool[] {
  return [
    defineTool({
      name: 'preview_call',
      title: 'Preview a call',
      description:
        'What would become of a call: whether it is allowed, why not, and whether it is a real call or one of the sandbox. Calls nobody. Show it to the person you work for; with their consent pass `confirmation` to place_call, with the same input, within 10 minutes.',
      input: callInput,
      route: 'previewCall',
      changes: 'nothing',
      run: async (input, { ask, caller }) => {
        const shown = await ask('previewCall', asked(input));
        if (!shown.allowed || shown.side === null) return { ...shown, confirmation: null };
        return { ...shown, confirmation: await confirmations.give(caller, input, shown.side) };
      },
    }),
    defineTool({
      name: 'place_call',
      title: 'Place a call',
      description:
        'Lets an agent call a person. Needs the confirmation of preview_call for exactly this input. A confirmation is good for one call: used again, it answers with that call and nobody is called.',
      input: { ...callInput, confirmation: text('`confirmation` of preview_call.') },
      route: 'placeCall',
      changes: 'calls somebody',
      run: async ({ confirmation, ...input }, { ask, caller, log }) => {
        const confirmed = await confirmations.read(caller, input, confirmation);
        if (!confirmed) throw confirmationWrong();
        const { key, side, isOver } = confirmed;
        const { params, body } = asked(input);
        // One that is over places nothing any more, but may have placed a call in its time.
        const placed = isOver
          ? await placedBefore({
              ...{ caller, ...input, idempotencyKey: key, log },
              ...{ templateId: input.templateId ?? null, contactId: input.contactId ?? null },
            })
          : // On the side of the preview alone: the desk may have gone live since.
            await ask('placeCall', {
              params,
              headers: { 'idempotency-key': key },
              body: { ...body, side },
            }).catch(refusedOnOtherSide);
        if (!placed) throw confirmationWrong();
        return { callId: placed.callId, to: placed.to };
      },
    }),
  ];
}

function refusedOnOtherSide(error: unknown): never {
  throw error instanceof AppError && error.code === 'settings_changed' ? confirmationWrong() : error;
}

const confirmationWrong = () => new AppError('confirmation_wrong', confirmationSentence);

const confirmationSentence =
  'This confirmation is not the one of a preview of exactly this call, or it is older than 10 minutes. Call preview_call again and show its answer to the person you work for.';
