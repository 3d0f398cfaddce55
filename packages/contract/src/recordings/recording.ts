import * as z from 'zod/mini';
import { recordingStates } from './states.ts';

/** Why a recording is not there, or not yet: what a person is told. */
export const recordingProblems = {
  not_listed: 'The carrier does not list a recording of this call yet.',
  not_ready: 'The carrier is still preparing the recording.',
  absent: 'The carrier has no recording of this call.',
  carrier_unavailable: 'The carrier does not answer. The recording is asked for again.',
  carrier_not_connected: 'The phone account of this call is not connected. Connect it to get the recording.',
  download_failed: 'The download from the carrier broke off. It is tried again.',
  wrong_length:
    'What the carrier sent is not as long as it says. It was not stored, and stays at the carrier.',
  wrong_format: 'What the carrier sent is not a recording that can be read. It stays at the carrier.',
  store_unavailable: 'The file store could not take the recording. It is tried again.',
} as const satisfies Record<string, string>;
export type RecordingProblem = keyof typeof recordingProblems;
const problemNames = Object.keys(recordingProblems) as [RecordingProblem, ...RecordingProblem[]];

/** Loudness over time, from 0 to 100, for each channel; few enough to be drawn without the sound. */
export const recordingPeaks = z.object({
  perSecond: z.number(),
  channels: z.array(z.array(z.int())),
});
export type RecordingPeaks = z.infer<typeof recordingPeaks>;

/**
 * How the beginning of the sound was found. `turns`: the agent's channel was fitted to the agent's entries of the
 * transcript. `start`: the carrier's time, in whole seconds and of its own clock.
 */
export const recordingOffsetMethods = ['turns', 'start'] as const;
export type RecordingOffsetMethod = (typeof recordingOffsetMethods)[number];

export const recording = z.object({
  state: z.enum(recordingStates),
  problem: z.nullable(z.enum(problemNames)),
  /** The same in words; null where there is nothing to say. */
  sentence: z.nullable(z.string()),
  /** Measured in the file; null until it is stored. */
  milliseconds: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  /** The channel on which the agent is heard, counted from 1; the other party is on the other one. */
  agentChannel: z.int(),
  peaks: z.nullable(recordingPeaks),
  /**
   * How long after `answeredAt` of the call the sound begins; below zero: before it. A transcript entry is heard at
   * `timestamp - answeredAt - offsetMs` of the sound. Null: unknown.
   */
  offsetMs: z.optional(z.nullable(z.int())),
  offsetMethod: z.optional(z.nullable(z.enum(recordingOffsetMethods))),
  /** How far entries may be from where they are heard: nine in ten are nearer. */
  offsetErrorMs: z.optional(z.nullable(z.int())),
  /** Who has paused it, as the carrier has confirmed; null or left out: it is not known to be paused. */
  paused: z.optional(z.nullable(z.enum(['person', 'tool']))),
  /** Who wants it to pause, which the carrier has not confirmed yet: what is said may be recorded. */
  pausing: z.optional(z.nullable(z.enum(['person', 'tool']))),
  /** The carrier did not answer the pause that it was told last. While somebody wants it, it is told again within a minute. */
  pauseUnanswered: z.optional(z.boolean()),
  /** Whether it can pause now: the call is up, and its carrier can. */
  canPause: z.optional(z.boolean()),
  /** Whether the carrier still has it. */
  atCarrier: z.enum(['kept', 'removing', 'removed']),
  canRetry: z.boolean(),
});
export type Recording = z.infer<typeof recording>;

/** System entries of the transcript, where something is missing in the recording. */
export const recordingMarks = {
  paused: 'The recording was paused.',
  resumed: 'The recording goes on.',
  stopped: 'The recording ended here.',
} as const;

/** Null: the call was not recorded. */
export const recordingResponse = z.object({ recording: z.nullable(recording) });

export const openRecordingBody = z.object({
  purpose: z.enum(['play', 'download'], 'Say whether the recording is played or downloaded.'),
});
export type RecordingPurpose = z.infer<typeof openRecordingBody>['purpose'];

export const openRecordingResponse = z.object({ url: z.string(), expiresAt: z.iso.datetime() });

/** Agents of one organization that can be recorded. */
export const recordedAgentsMax = 1_000;

/** `announce`: recorded from the start, and told so first. `ask`: recorded only once the other party has said yes. */
export const recordingConsents = ['announce', 'ask'] as const;
export type RecordingConsent = (typeof recordingConsents)[number];
const consent = z.enum(recordingConsents, 'Say whether recording is announced or asked for.');
/** Agents that do it differently, by their ids. */
const agentConsent = z.record(z.string().check(z.maxLength(200)), consent);

const settings = {
  /** Off: no call is recorded, whatever else is set. */
  enabled: z.boolean('Say whether calls are recorded.'),
  /** Whose calls are recorded. */
  agentIds: z
    .array(z.string().check(z.maxLength(200)))
    .check(z.maxLength(recordedAgentsMax, `Choose at most ${recordedAgentsMax} agents.`)),
  /** Deleted at the carrier once it is stored here. */
  removeAtCarrier: z.boolean('Say whether the carrier deletes its copy.'),
};

/** In days; null: as long as the transcript of the call. */
const keepDays = z.nullable(
  z
    .int()
    .check(
      z.minimum(1, 'Keep recordings for at least a day.'),
      z.maximum(36_500, 'Keep recordings for at most 100 years.'),
    ),
);

export const recordingSettings = z.object({
  ...settings,
  consent,
  agentConsent,
  keepDays: z.optional(keepDays),
  revision: z.int(),
  changedBy: z.nullable(z.object({ displayName: z.string() })),
  changedAt: z.nullable(z.iso.datetime()),
});
export type RecordingSettings = z.infer<typeof recordingSettings>;

export const recordingSettingsResponse = z.object({ settings: recordingSettings });
export const saveRecordingSettingsBody = z.object({
  ...settings,
  /** Left out, like those below: as it was. */
  consent: z.optional(consent),
  keepDays: z.optional(keepDays),
  agentConsent: z.optional(
    agentConsent.check(
      z.refine(
        (agents) => Object.keys(agents).length <= recordedAgentsMax,
        `Choose at most ${recordedAgentsMax} agents.`,
      ),
    ),
  ),
  revision: z.int().check(z.minimum(0)),
});

export type SaveRecordingSettings = z.infer<typeof saveRecordingSettingsBody>;

/** How the other party of this agent's calls learns that they are recorded; null: they are not recorded. */
export function consentForAgent(
  {
    enabled,
    agentIds,
    consent,
    agentConsent,
  }: Pick<RecordingSettings, 'enabled' | 'agentIds' | 'consent' | 'agentConsent'>,
  agentId: string,
): RecordingConsent | null {
  if (!enabled || !agentIds.includes(agentId)) return null;
  return Object.hasOwn(agentConsent, agentId) ? (agentConsent[agentId] ?? consent) : consent;
}

/** What nobody has changed. */
export const startingRecordingSettings: RecordingSettings = {
  ...{ enabled: false, agentIds: [], removeAtCarrier: true, consent: 'announce', agentConsent: {} },
  keepDays: null,
  ...{ revision: 0, changedBy: null, changedAt: null },
};

/** Where the sound is fetched from. The token stands for whoever asked for it, and not for long. */
export const recordingAddress = (token: string) => `/api/recordings/${token}`;
/** How long an address works. */
export const recordingAddressSeconds = 5 * 60;
