import type { CallBrief } from '../../ports/language-model.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolDefinition, ToolInput, ToolOutcome } from '../../ports/voice-tools.ts';
import type { CallManners, TransferChoice } from '../session/manners.ts';
import type { ToolSchema } from './tool-schema.ts';

/** An entry of the registry: a tool as models see it, and what the server does when one calls it. */
export interface VoiceTool extends ToolDefinition {
  /** For the prompt: when to use it. Null where the description says enough. */
  readonly guidance: string | null;
  /** Whether it changes something outside of the conversation. */
  readonly changes: boolean;
  /** What a person reads of its use: "Looked up free times". Its name where there is none. */
  readonly title?: string;
  /** The prompt says that it finds what the agent knows and what does not stand there. */
  readonly findsKnowledge?: true;
  /** Of a tool that an organization has added. */
  readonly source?: ToolSource;
  readonly work: ToolWork;
  check: ToolSchema['check'];
  isOfferedOn(call: OfferContext): boolean;
  /** The tool as this call is offered it, where that differs from call to call. */
  forCall?(call: OfferContext): VoiceTool;
}

/** Where a tool comes from that is not built in. */
export interface ToolSource {
  /** Of an HTTP tool. */
  readonly toolId: string | null;
  /** Of a tool of an MCP server. */
  readonly mcpServerId: string | null;
  /** The other side carries out two requests with one key once. */
  readonly honoursKey: boolean;
  /** Nothing is sent: its sample answer is used. */
  readonly sample: boolean;
}

/** What decides which tools a call is offered. */
export interface OfferContext {
  readonly speech: 'text' | 'audio';
  readonly canTransfer: boolean;
  /** Whether the line can change to another language of the agent; a speech engine does so by itself. */
  readonly changesLanguage?: boolean;
  /** What the agent knows stands in its prompt, or has to be looked up; missing where it knows nothing of its own. */
  readonly knowledge?: 'in prompt' | 'look up';
  /** Whether the number of a caller has exactly one contact, whose name they may give. */
  readonly checksName?: boolean;
  /** The text messages that the agent may send. */
  readonly texts?: readonly { readonly name: string }[];
  /** Whether the number of the other party is known; left out: it is. */
  readonly numberKnown?: boolean;
  /** Whom the other party can be connected with; none where the agent has one number for everything. */
  readonly transfers?: readonly TransferChoice[];
}

export function offerContextOf(
  speech: OfferContext['speech'],
  brief: CallBrief,
  { transfers }: Pick<CallManners, 'transfers'>,
  changesLanguage = false,
): OfferContext {
  const { canTransfer, knowledge, callerMayBeChecked: checksName = false } = brief;
  return {
    ...{ speech, canTransfer, changesLanguage, transfers, checksName },
    numberKnown: brief.otherParty !== null,
    texts: brief.texts ?? [],
    ...(knowledge && { knowledge: knowledge.inPrompt ? 'in prompt' : 'look up' }),
  };
}

export type ToolWork =
  /** The session does it itself, in the same step. */
  | { readonly by: 'session'; readonly action: (input: ToolInput) => SessionAction }
  /** Runs beside the conversation, and its answer comes later. */
  | {
      readonly by: 'runner';
      /** How long the conversation waits for the answer. */
      readonly limitMs: number;
      /** The first filler while it runs; one of the session's where there is none. */
      readonly sayMeanwhile?: string;
      /** What is said when it has failed or its time is over; the model's words where there is none. */
      readonly sayOnFailure?: string;
      readonly run: (run: ToolRun) => Promise<ToolOutcome>;
    };

/** What a session can do itself for a tool. */
export type SessionAction =
  | { readonly kind: 'end'; readonly reason: 'finished' | 'voicemail' | 'wrong_number' }
  /** `to`: one of the names that the call is offered; null: whoever can be reached. */
  | { readonly kind: 'transfer'; readonly to: string | null; readonly reason: string }
  | { readonly kind: 'pressKeys'; readonly digits: string }
  | { readonly kind: 'doNotCall' }
  | { readonly kind: 'speakLanguage'; readonly language: string }
  /** By the numbers that the entries have in the prompt. */
  | { readonly kind: 'citeKnowledge'; readonly question: string; readonly numbers: readonly number[] };

/** One run of a tool. */
export interface ToolRun {
  readonly call: CallKey;
  readonly brief: CallBrief;
  /** The same for every try of this tool call, and different for every other. */
  readonly idempotencyKey: string;
  readonly input: ToolInput;
  /** Aborted when the session ends, if the tool changes nothing: nobody waits for its answer any more. */
  readonly signal: AbortSignal;
  /** Counts a repetition. False: it must not be sent again, because another server may have done so. */
  readonly mayRepeat?: () => Promise<boolean>;
}

export interface ToolDescription extends Omit<ToolDefinition, 'parameters'> {
  readonly schema: ToolSchema;
  readonly changes: boolean;
  readonly title?: string;
  readonly findsKnowledge?: true;
  readonly source?: ToolSource;
  readonly work: ToolWork;
  readonly guidance?: string;
  readonly isOfferedOn?: (call: OfferContext) => boolean;
  readonly forCall?: (call: OfferContext) => VoiceTool;
}

export function defineTool({ schema, guidance, isOfferedOn, ...tool }: ToolDescription): VoiceTool {
  return {
    ...tool,
    parameters: schema.parameters,
    check: schema.check,
    guidance: guidance ?? null,
    isOfferedOn: isOfferedOn ?? (() => true),
  };
}
