import * as z from 'zod/mini';
import { voiceEngine } from './agents.ts';
import { callId, speaker } from './call-parts.ts';
import { callDirection, callReason, instructionsTooLongSentence, turnTiming } from './calls.ts';
import { limits } from './limits.ts';
import { maxCharacters } from './max-characters.ts';
import { tryLimits } from './try-limits.ts';

/** What Try it sends and reads. `docs/agents.md` has the rules. */
const instant = z.iso.datetime();

/** `text`: the person types. `handset`: the phone of the sandbox rings, and the agent speaks. */
export const tryChannel = z.enum(['text', 'handset']);
export type TryChannel = z.infer<typeof tryChannel>;

export const startTryBody = z.object({
  channel: tryChannel,
  /** Whether the agent calls, or is called. On the handset it always calls. */
  direction: callDirection,
  /** What an outbound call is for. */
  instructions: z._default(
    z.string().check(maxCharacters(limits.instructionsMax, instructionsTooLongSentence)),
    '',
  ),
});
export type StartTryBody = z.infer<typeof startTryBody>;

/** A try: a call with the draft as it was when the try began. */
export const agentTry = z.object({
  id: callId,
  agentId: z.string(),
  channel: tryChannel,
  direction: callDirection,
  /** The revision of the draft. */
  revision: z.int(),
  startedAt: instant,
  /** What speaks in the try: always the relay, because its words are written down as they are said. */
  engine: z.optional(voiceEngine),
  /** What speaks on calls of this draft: with another one they sound and answer differently. */
  callEngine: z.optional(voiceEngine),
});
export type AgentTry = z.infer<typeof agentTry>;

export const startTryResponse = z.object({ try: agentTry });
/** A try that has not ended, with the name of its agent. */
export const openTry = z.extend(agentTry, { displayName: z.string() });
export type OpenTry = z.infer<typeof openTry>;
/** Newest first. Also the `details` of `too_many_tries` where a person has too many at a time: of whatever agent. */
export const openTriesResponse = z.object({ tries: z.array(openTry) });

export const tryInputBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('say'),
    text: z.string().check(
      z.refine((text) => text.trim().length > 0, 'Say something.'),
      maxCharacters(tryLimits.inputMax, `At most ${tryLimits.inputMax} characters can be said at once.`),
    ),
  }),
  /** The person is typing: they count as speaking, and are not asked whether they are there. */
  z.object({ kind: z.literal('typing') }),
  z.object({
    kind: z.literal('keys'),
    digits: z.string().check(z.regex(/^[0-9*#]{1,20}$/, 'Keys are digits, * and #, at most 20.')),
  }),
]);
export type TryInput = z.infer<typeof tryInputBody>;

export const tryInputResponse = z.object({ accepted: z.literal(true) });
export const endTryResponse = z.object({ ended: z.literal(true) });

/** The events after this one; zero or nothing: all of them. */
export const tryEventsQuery = z.object({
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)), 0),
});

const tool = z.object({ name: z.string(), description: z.string(), changes: z.boolean() });

/** What a try has cost. Tokens are counted as one for every four bytes of text. */
export const tryUsage = z.object({
  seconds: z.number(),
  /** How often the model was asked. */
  requests: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
});
export type TryUsage = z.infer<typeof tryUsage>;

/** In millionths of the currency, by the prices of the organization's settings. */
export const tryCost = z.object({ micros: z.int(), currency: z.string() });
export type TryCost = z.infer<typeof tryCost>;

/** What a try says in the place of "Transferred to a person.", which would not be true. */
export const transferInTry =
  'Here the call would be transferred to a person. A try connects nobody, so it ends.';

/** What happens in a try, in the order of `number`; each is sent again after a stream was interrupted. */
export const tryEvent = z.intersection(
  z.object({ number: z.int(), at: instant }),
  z.discriminatedUnion('type', [
    /** The session has begun: what the model is told, and what it may use. */
    z.object({ type: z.literal('began'), model: z.string(), prompt: z.string(), tools: z.array(tool) }),
    /** What somebody says; `final` once it does not change any more. An entry with the same ordinal is replaced. */
    z.object({
      type: z.literal('said'),
      ordinal: z.int(),
      speaker,
      text: z.string(),
      interrupted: z.boolean(),
      final: z.boolean(),
    }),
    /** Nothing of it was heard. */
    z.object({ type: z.literal('unsaid'), ordinal: z.int() }),
    /** A tool call, and again when its result changes. `simulated`: not carried out, because this is a try. */
    z.object({
      type: z.literal('tool'),
      callId: z.string(),
      name: z.string(),
      input: z.record(z.string(), z.unknown()),
      status: z.enum(['done', 'pending', 'running', 'refused', 'failed', 'timed_out']),
      detail: z.string(),
      /** Since it was called. */
      ms: z.number(),
      simulated: z.boolean(),
    }),
    /** How long the answer to what the person said took. */
    z.object({ type: z.literal('timing'), timing: turnTiming }),
    /** The last event. */
    z.object({
      type: z.literal('ended'),
      reason: z.nullable(callReason),
      usage: tryUsage,
      /** Null where the settings have no price for the model. */
      cost: z.nullable(tryCost),
    }),
  ]),
);
export type TryEvent = z.infer<typeof tryEvent>;
