import * as z from 'zod/mini';

/** Why an erasure does not go on at the moment. */
export const erasureProblems = {
  live_call: 'A call with this number is live. It goes on when the call is over.',
  files_unavailable: 'The file store does not answer. It is tried again every minute.',
  carrier_unavailable: 'The carrier does not answer. It is asked again until it has deleted its records.',
  carrier_not_connected:
    'The phone account of these calls is not connected. Connect it again, or delete the calls there by hand.',
} as const;
export type ErasureProblem = keyof typeof erasureProblems;

export const erasure = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'waiting', 'carrier', 'done']),
  problem: z.nullable(z.enum(Object.keys(erasureProblems) as [ErasureProblem, ...ErasureProblem[]])),
  /** How many records are gone, and how many have lost what was about the person. */
  deleted: z.int(),
  blanked: z.int(),
  /** Records of the carrier: all of them, and those that it still has. */
  atCarrier: z.int(),
  leftAtCarrier: z.int(),
  requestedBy: z.nullable(z.object({ displayName: z.string() })),
  requestedAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
  /** Done again, because a backup was restored that is older than it. */
  repeated: z.boolean(),
});
export type Erasure = z.infer<typeof erasure>;

const number = z.string().check(z.maxLength(64));

/** In the body and not in the address, which servers between write into their logs. */
export const personBody = z.object({ number });

export const foundPerson = z.object({
  number: z.string(),
  /** How many records of each kind there are; a kind without any is left out. */
  records: z.array(z.object({ kind: z.string(), count: z.int() })),
  /** The number is on the do-not-call list. */
  doNotCall: z.boolean(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

export const exportedPerson = z.object({
  fileName: z.string(),
  /** A zip archive in base64. */
  archive: z.string(),
});

export const erasePersonBody = z.object({ number, neverCall: z.boolean() });
export const erasureResponse = z.object({ erasure });
export const erasuresResponse = z.object({ erasures: z.array(erasure) });

/** Shorter is refused: what happened this week is still being worked on, and who did what is asked for months later. */
export const retentionMinimumDays = { transcripts: 7, calls: 30, audit: 180 } as const;
export const retentionMaximumDays = 36_500;

const days = (minimum: number) =>
  z.nullable(
    z
      .int()
      .check(
        z.minimum(minimum, `Keep it for at least ${minimum} days.`),
        z.maximum(retentionMaximumDays, 'Keep it for at most 100 years, or for good.'),
      ),
  );

/** In days; null: for good. */
export const retentionDays = z.object({
  transcripts: days(retentionMinimumDays.transcripts),
  calls: days(retentionMinimumDays.calls),
  audit: days(retentionMinimumDays.audit),
});
export type RetentionDays = z.infer<typeof retentionDays>;

export const retentionResponse = z.object({
  retention: z.object({
    days: retentionDays,
    revision: z.int(),
    changedBy: z.nullable(z.object({ displayName: z.string() })),
    changedAt: z.nullable(z.iso.datetime()),
  }),
});
export type Retention = z.infer<typeof retentionResponse>['retention'];

export const saveRetentionBody = z.object({ days: retentionDays, revision: z.int().check(z.minimum(0)) });
export const retentionPreviewBody = z.object({ days: retentionDays });
/** What the next night would delete: of how many calls the transcript, whole calls, entries of the audit log. */
export const retentionPreview = z.object({ transcripts: z.int(), calls: z.int(), audit: z.int() });
export type RetentionPreview = z.infer<typeof retentionPreview>;
