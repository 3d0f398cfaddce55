import * as z from 'zod/mini';
import { agentId } from '../agents.ts';
import { side } from '../connections/calling.ts';
import { type ConsentPurpose, consentPurposes } from '../contacts/contact.ts';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';
import { countryCodes } from '../organization/regions.ts';
import { templateId } from '../templates.ts';
import { campaignPolicy } from './policy.ts';
import { recipientFileColumns, recipientState, rowReason } from './recipient.ts';
import { campaignRun, campaignState, pauseReason } from './running.ts';

const instant = z.iso.datetime();

/** What the calls are for. It decides which rules hold. */
export const campaignPurpose = z.enum(Object.keys(consentPurposes) as [ConsentPurpose, ...ConsentPurpose[]]);

/** What is known of the file with the people. */
export const campaignFile = z.object({
  /** Grows with every description. */
  file: z.int(),
  fileName: z.string(),
  /** The first row. */
  header: z.array(z.string()),
  columns: recipientFileColumns,
  /** For each placeholder of the template the column with its values; null: the value of the template. */
  placeholders: z.record(z.string(), z.nullable(z.int())),
  country: z.nullable(z.string()),
  /** How many rows it has, as whoever sends it counted; null: not said. With fewer rows it was not sent to its end. */
  rowsInFile: z.optional(z.nullable(z.int())),
});
export type CampaignFile = z.infer<typeof campaignFile>;

export const campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  purpose: campaignPurpose,
  agentId,
  templateId,
  /** The text of the template and its values, as they were when the campaign was made. */
  prompt: z.string(),
  defaults: z.record(z.string(), z.string()),
  policy: campaignPolicy,
  file: z.nullable(campaignFile),
  /** Rows of the file that were sent so far. */
  rows: z.int(),
  ...campaignRun,
  /** Grows when name, policy or file are changed, not when it is started or paused. */
  revision: z.int(),
  createdBy: z.nullable(z.object({ displayName: z.string() })),
  createdAt: instant,
  changedAt: instant,
});
export type Campaign = z.infer<typeof campaign>;

/** As it stands in the list, without what is long. */
export const listedCampaign = z.object({
  id: z.uuid(),
  name: z.string(),
  purpose: campaignPurpose,
  agentId,
  state: campaignState,
  startAt: z.nullable(instant),
  pauseReason: z.nullable(pauseReason),
  /** Once it was started: how many people there are to call, and for how many of them that is over. */
  progress: z.nullable(z.object({ people: z.int(), finished: z.int() })),
  /** Null: there is no file yet. */
  fileName: z.nullable(z.string()),
  rows: z.int(),
  createdBy: z.nullable(z.object({ displayName: z.string() })),
  createdAt: instant,
  changedAt: instant,
});
export type ListedCampaign = z.infer<typeof listedCampaign>;

const name = z.string().check(
  z.refine((text) => text.trim() !== '', 'Give the campaign a name.'),
  maxCharacters(
    limits.campaignNameMax,
    `The name of a campaign may have at most ${limits.campaignNameMax} characters.`,
  ),
);

export const createCampaignBody = z.object({
  name,
  purpose: campaignPurpose,
  agentId: z.string().check(z.minLength(1), z.maxLength(64)),
  templateId: z.string().check(z.maxLength(200)),
});
export type CreateCampaignBody = z.infer<typeof createCampaignBody>;

/** What a draft is made of. Whoever chooses it again removes the file: its rows were checked for the one before. */
const basics = z.object({
  purpose: createCampaignBody.shape.purpose,
  agentId: createCampaignBody.shape.agentId,
  templateId: createCampaignBody.shape.templateId,
});

export const changeCampaignBody = z.object({
  revision: z.int(),
  name,
  policy: campaignPolicy,
  /** Absent: as they are. */
  basics: z.optional(basics),
});
export type ChangeCampaignBody = z.infer<typeof changeCampaignBody>;

export const campaignResponse = z.object({ campaign });
export const campaignsResponse = z.object({ campaigns: z.array(listedCampaign) });
export const deleteCampaignResponse = z.object({ deleted: z.literal(true) });

export const recipientCount = z.object({
  state: recipientState,
  reason: z.nullable(rowReason),
  count: z.int(),
});
export type RecipientCount = z.infer<typeof recipientCount>;
export const campaignAccount = z.object({
  side,
  /** Calls at once, the one of the desk included; null: as many as there are. */
  lines: z.nullable(z.int()),
  /** Null: as many as there are. */
  callsPerSecond: z.nullable(z.number()),
  /** False: nobody has said how many lines it has, so they are those of a new account. */
  isKnown: z.boolean(),
});
export type CampaignAccount = z.infer<typeof campaignAccount>;

export const campaignWithCountsResponse = z.object({
  campaign,
  counts: z.array(recipientCount),
  /** Of a draft: how many of those who can be called share their number with another of them. Servers of the release before leave it out. */
  shared: z.optional(z.int()),
  /** What the account that calls may do. Left out once the campaign is over, and by servers of the release before. */
  account: z.optional(campaignAccount),
});

const index = z.nullable(z.int().check(z.minimum(0), z.maximum(limits.importColumnsMax - 1)));

export const campaignFileBody = z.object({
  fileName: z.string().check(z.minLength(1, 'The file has no name.'), z.maxLength(200)),
  /** SHA-256 of its text in hexadecimal digits: the same file is noticed again. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is not a digest.')),
  header: z
    .array(z.string().check(z.maxLength(1_000)))
    .check(
      z.maxLength(limits.importColumnsMax, `A file may have at most ${limits.importColumnsMax} columns.`),
    ),
  columns: recipientFileColumns,
  placeholders: z
    .record(z.string().check(z.maxLength(limits.placeholderNameMax * 2)), index)
    .check(
      z.refine(
        (columns) => Object.keys(columns).length <= limits.placeholdersMax,
        `A prompt may have at most ${limits.placeholdersMax} placeholders.`,
      ),
    ),
  country: z.nullable(
    z.string().check(z.refine((code) => countryCodes.includes(code), 'Choose a country of the list.')),
  ),
  rowsInFile: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(10_000_000)))),
});
export type CampaignFileBody = z.infer<typeof campaignFileBody>;

export const campaignFileResponse = z.object({
  campaign,
  /** Other campaigns with the same file. */
  sameFile: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: instant })),
});

export const campaignPreviewResponse = z.object({
  /** What the agent is told on the first calls. */
  examples: z.array(
    z.object({ row: z.int(), number: z.string(), name: z.string(), instructions: z.string() }),
  ),
  /** When everybody is called once, without repeats. */
  estimate: z.object({
    calls: z.int(),
    /** How long a call of the organization takes on average, or a minute where nothing is known. */
    secondsPerCall: z.number(),
    /** When the first call can be made; null: never within the hours. */
    startsAt: z.nullable(instant),
    endsAt: z.nullable(instant),
    /** Phone minutes alone, in millionths of the currency; null: no price is set. */
    phoneCost: z.nullable(z.object({ micros: z.int(), currency: z.string() })),
    /** Whose row says that they consented: without a ground nobody else is called. Servers of the release before leave it out. */
    consented: z.optional(z.int()),
  }),
});
export type CampaignPreview = z.infer<typeof campaignPreviewResponse>;
