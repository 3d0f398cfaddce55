import * as z from 'zod/mini';
import { voiceEngine } from '../agents.ts';
import { outcomeField } from '../outcomes/outcome-field.ts';
import { agentTools } from '../tools/agent-tools.ts';
import { weeklyHours } from '../weekly-hours.ts';
import { amount, choice, draftList, itemId, onOff, text } from './draft-shapes.ts';
import { phraseNames } from './phrase-names.ts';

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
  otherLanguages: draftList(z.object({ language: text, voice: agentVoice })),
  /** 1 is the speed of the voice itself. */
  speed: z.nullable(amount),
  pronunciations: draftList(z.object({ word: text, say: text })),
  /** Words that speech recognition should expect. */
  hints: draftList(text),
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

/** Cold: the other party is put through. Warm: the colleague hears first who it is and why, and takes the call. */
export const transferKinds = ['cold', 'warm'] as const;

export const transferTarget = z.object({
  name: text,
  number: text,
  when: text,
  hours: transferHours,
  /** Absent: cold. */
  kind: z.optional(choice(transferKinds)),
});
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
  transfers: draftList(transferTarget),
  /** What the session itself says, worded for this agent. */
  phrases: z.partialRecord(z.enum(phraseNames), text),
});

export const knowledgeEntry = z.object({
  /** Stays the same when title and text change. */
  id: itemId,
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

/**
 * What an agent is: the draft that people edit, and each version that was published. The schema checks the shape and
 * that nothing is huge, so that a draft can be saved while somebody types; `publishable` says what else must be true
 * before it is published. An empty text and a null mean that nothing was set: what the language, the pace or the
 * deployment gives applies. `schema` is the version of this shape.
 */
export const agentConfig = z.object({
  schema: z.literal(1, 'This server knows version 1 of the configuration.'),
  identity,
  speech,
  opening,
  conversation,
  knowledge: z.object({ entries: draftList(knowledgeEntry) }),
  engine,
  /** What is to be read from its calls. Absent in what a server or a tab of an earlier release saves: unchanged. */
  outcomes: z.optional(z.object({ fields: draftList(outcomeField) })),
  /** The tools of the organization that it may use. Absent like `outcomes`. */
  tools: z.optional(agentTools),
});
export type AgentConfig = z.infer<typeof agentConfig>;
