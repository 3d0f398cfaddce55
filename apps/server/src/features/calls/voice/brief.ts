import {
  type AgentConfig,
  fillForModel,
  fillSpoken,
  type SpokenContext,
  spokenOpening,
} from '@parley/contract';
import type { CallRecord } from '../../../ports/call.ts';
import type { ContactForAgent } from '../../../ports/contacts.ts';
import { knowledgeOf } from '../../../ports/knowledge-of.ts';
import type { CallBrief } from '../../../ports/language-model.ts';

/** Whose call it is, and when: what the texts of an agent are filled with. */
export interface CallSituation {
  readonly now: Date;
  readonly timeZone: string;
  readonly organizationName: string;
}

export function spokenContext(
  call: CallRecord,
  { identity, speech }: AgentConfig,
  { now, timeZone, organizationName }: CallSituation,
): SpokenContext {
  return {
    agentName: identity.displayName,
    ...{ organizationName, timeZone },
    at: now.getTime(),
    ownNumber: call.direction === 'inbound' ? call.to : call.from,
    language: speech.language,
  };
}

/** What the agent knows at the start of a call: a function of its configuration and the call, and of nothing else. */
export function briefOf(call: CallRecord, config: AgentConfig, situation: CallSituation): CallBrief {
  const { identity, speech, opening, conversation } = config;
  const context = spokenContext(call, config, situation);
  const filled = (text: string) => fillSpoken(text, context);
  return {
    agentName: identity.displayName,
    persona: fillForModel(identity.persona, context),
    greeting: filled(opening.inbound),
    opening: spokenOpening(opening, call.direction, context),
    abilities: fillForModel(identity.abilities, context),
    language: speech.language,
    direction: call.direction,
    instructions: call.instructions,
    otherParty: otherParty(call),
    startedAt: situation.now.getTime(),
    timeZone: situation.timeZone,
    canTransfer: conversation.transfers.length > 0,
    conduct: identity.conduct,
    otherLanguages: speech.otherLanguages.map(({ language }) => language),
    screening: {
      identity: filled(conversation.screening.identity),
      purpose: filled(conversation.screening.purpose),
    },
    cannotHelp: filled(conversation.cannotHelp),
    transfers: conversation.transfers.map(({ name, when }) => ({ name, when })),
    texts: textsOf(config, filled),
    knowledge: knowledgeOf(config.knowledge.entries, speech.language),
  };
}

/** Two of one name would leave open which is sent. */
function textsOf({ tools }: AgentConfig, filled: (text: string) => string): NonNullable<CallBrief['texts']> {
  const named = (tools?.texts ?? []).filter(({ name, text }) => name.trim() !== '' && text.trim() !== '');
  return named
    .filter(({ name }, n) => named.findIndex((other) => other.name === name) === n)
    .map(({ name, text }) => ({ name, text: filled(text) }));
}

/** What it is told of the other party: of somebody who calls nothing, only that a name they give can be checked. */
export function contactBrief(
  { direction }: CallRecord,
  contact: ContactForAgent | null,
): Pick<CallBrief, 'contact' | 'callerMayBeChecked'> {
  if (!contact) return {};
  if (direction === 'inbound') return { callerMayBeChecked: true };
  const { name, language, agentNotes: notes } = contact;
  return { contact: { name, language, notes } };
}

export function otherParty({ direction, from, to }: CallRecord): string | null {
  return direction === 'inbound' ? from : to;
}
