import { languageName } from '@parley/contract';
import * as z from 'zod';
import type { CallKey } from '../../ports/transcript-store.ts';
import { isSameName } from './same-name.ts';
import { schemaOf } from './tool-schema.ts';
import { defineTool, type VoiceTool } from './voice-tool.ts';

export interface CheckNameDeps {
  /** The only contact of a number; null where it has none, or is shared. */
  readonly onlyContact: (
    tenantId: string,
    number: string,
  ) => Promise<{
    readonly name: string;
    readonly language: string | null;
    readonly agentNotes: string;
  } | null>;
  /** Whether the call has one of so many tries left; it has one less then, whichever server holds the conversation. */
  readonly mayTry: (call: CallKey, most: number) => Promise<boolean>;
}

/** Nobody guesses a name by trying. */
const triesMax = 3;

/**
 * A caller id proves nothing, so the prompt of an inbound call says nothing about the contact. This tool tells it once the
 * caller has given the name that belongs to the number.
 */
export function createCheckName({ onlyContact, mayTry }: CheckNameDeps): VoiceTool {
  return defineTool({
    name: 'check_name',
    description:
      'Finds what the desk has noted for you about the caller, by the name that the caller has said. Answers with their language and notes, or that nothing is noted under this name.',
    guidance:
      'check_name: when callers have said their first and last name, pass it on as they said it, once, and say nothing about it. Never offer, spell or confirm a name that they have not said themselves.',
    schema: schemaOf(
      z.object({
        name: z.string().trim().min(1).max(120).describe('The name as the caller said it.'),
      }),
    ),
    changes: false,
    isOfferedOn: ({ checksName = false }) => checksName,
    work: {
      by: 'runner',
      limitMs: 2_000,
      run: async ({ call, brief, input }) => {
        if (brief.otherParty === null || !(await mayTry(call, triesMax))) return nothingNoted;
        const contact = await onlyContact(call.tenantId, brief.otherParty);
        if (!contact || !isSameName(String(input.name), contact.name)) return nothingNoted;
        const { name, language, agentNotes } = contact;
        return {
          status: 'done',
          detail: JSON.stringify({
            match: true,
            name,
            ...(language !== null && { language: `${languageName(language)} (${language})` }),
            ...(agentNotes.trim() !== '' && { notes: agentNotes.trim() }),
          }),
        };
      },
    },
  });
}

/** The same for another name, a number without a contact and a try too many: it tells nothing about the number. */
const nothingNoted = {
  status: 'done',
  detail: 'Nothing is noted under this name. Go on without, and say nothing about it.',
} as const;
