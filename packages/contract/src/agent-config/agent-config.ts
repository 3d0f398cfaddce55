import * as z from 'zod/mini';
import { voiceEngine } from '../agents.ts';
import { maxCharacters } from '../max-characters.ts';
import { weeklyHours } from '../weekly-hours.ts';
import { agentLimits } from './limits.ts';
import { phraseNames } from './phrase-names.ts';

/**
 * What an agent is: the draft that people edit, and each version that was published. The schema checks the shape and
 * that nothing is huge, so that a draft can be saved while somebody types; `publishable` says what else must be true
 * before it is published. An empty text and a null mean that nothing was set: what the language, the pace or the
 * deployment gives applies. `schema` is the version of this shape.
 */
const text = z
  .string('This must be a text.')
  .check(
    maxCharacters(
      agentLimits.draftTextMax,
      `A text may have at most ${agentLimits.draftTextMax} characters.`,
    ),
  );

const onOff = z.boolean('This is on or off: true or false.');
const amount = z.number('This must be a number.');

function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `Choose one of these: ${values.join(', ')}.`);
}

function list<Item extends z.ZodMiniType>(item: Item) {
  return z
    .array(item, 'This must be a list.')
    .check(
      z.maxLength(agentLimits.draftListMax, `A list may have at most ${agentLimits.draftListMax} entries.`),
    );
}

/** The companies whose voices can be chosen. The first three speak on the relay engine, the last on the realtime one. */
export const voiceProviders = ['google', 'amazon', 'elevenlabs', 'openai'] as const;
export const voiceProvider = choice(voiceProviders);
export type VoiceProvider = z.infer<typeof voiceProvider>;

/** Null: the default voice of its language and engine. */
export const agentVoice = z.nullable(z.object({ provider: voiceProvider, name: text }));
export type AgentVoice = z.infer<typeof agentVoice>;

const identity = z.object({
  displayName: text,
  persona: text,
  /** What it may do for callers, a line for each. */
  abilities: text,
  conduct: z.object({
    repeatDetails: onOff,
    spellNames: onOff,
    stayOnSubject: onOff,
    showSympathy: onOff,
    beBrief: onOff,
  }),
});

const speech = z.object({
  /** A BCP 47 tag such as `en-US`. */
  language: text,
  voice: agentVoice,
  otherLanguages: list(z.object({ language: text, voice: agentVoice })),
  /** 1 is the speed of the voice itself. */
  speed: z.nullable(amount),
  pronunciations: list(z.object({ word: text, say: text })),
  /** Words that speech recognition should expect. */
  hints: list(text),
});

const opening = z.object({
  firstSpeaker: choice(['agent', 'other-party']),
  outbound: text,
  inbound: text,
});

/** When somebody can be reached: always, while the organization is open, or at hours of their own. */
export const transferHours = z.union(
  [z.literal('always'), z.literal('opening-hours'), weeklyHours],
  'Choose when somebody can be reached: always, opening-hours, or times for each day.',
);
export type TransferHours = z.infer<typeof transferHours>;

export const transferTarget = z.object({ name: text, number: text, when: text, hours: transferHours });
export type TransferTarget = z.infer<typeof transferTarget>;

const conversation = z.object({
  pace: choice(['patient', 'normal', 'brisk']),
  maxMinutes: z.nullable(amount),
  /** How long nobody may speak before it asks whether somebody is there. */
  silenceSeconds: z.nullable(amount),
  /** Whether keys that the other party presses are given to the agent. */
  keypad: onOff,
  /** What it answers when a phone asks who is calling and why. */
  screening: z.object({ identity: text, purpose: text }),
  voicemail: z.object({ action: choice(['hang-up', 'leave-message']), message: text }),
  cannotHelp: text,
  /** What a caller hears outside opening hours instead of a conversation. Empty: the agent answers as always. */
  afterHours: text,
  transfers: list(transferTarget),
  /** What the session itself says, worded for this agent. */
  phrases: z.partialRecord(z.enum(phraseNames), text),
});

export const knowledgeEntry = z.object({
  /** Stays the same when title and text change. */
  id: z
    .string('This must be a text.')
    .check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'An entry needs an id of letters, digits and hyphens.')),
  title: text,
  text,
});
export type KnowledgeEntry = z.infer<typeof knowledgeEntry>;

const engine = z.object({
  /** Null: the engine of the deployment. */
  engine: z.nullable(voiceEngine),
  model: z.nullable(text),
  temperature: z.nullable(amount),
});

export const agentConfig = z.object({
  schema: z.literal(1, 'This server knows version 1 of the configuration.'),
  identity,
  speech,
  opening,
  conversation,
  knowledge: z.object({ entries: list(knowledgeEntry) }),
  engine,
});
export type AgentConfig = z.infer<typeof agentConfig>;
