import {
  type CampaignPreview,
  campaignFileResponse,
  campaignPreviewResponse,
  campaignResponse,
  campaignWithCountsResponse,
  listedCampaign,
  recipient,
  recipientResponse,
  type Campaign as WireCampaign,
  type ListedCampaign as WireListedCampaign,
  type Recipient as WireRecipient,
} from '@parley/contract';
import { asObject, parseList } from './json.ts';
import { type Opened, readOpen } from './open.ts';

/** Words that a newer server may have added: they are shown as they are. */
const words = ['state', 'reason', 'pauseReason', 'result'] as const;
type Word = (typeof words)[number];

export type Campaign = Opened<WireCampaign, Word>;
export type ListedCampaign = Opened<WireListedCampaign, Word>;
export type Recipient = Opened<WireRecipient, Word>;

export function parseCampaigns(body: unknown): ListedCampaign[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.campaigns)) return undefined;
  return parseList(
    fields.campaigns,
    'campaign',
    (value) => readOpen(listedCampaign, value, { words }) ?? null,
  );
}

export function parseCampaign(body: unknown): Campaign | undefined {
  return readOpen(campaignResponse, body, { words })?.campaign;
}

export function parseCampaignDetail(body: unknown) {
  return readOpen(campaignWithCountsResponse, body, { words, lists: { counts: 'count of rows' } });
}

export type CampaignDetail = NonNullable<ReturnType<typeof parseCampaignDetail>>;
export type RecipientCount = CampaignDetail['counts'][number];

export interface DescribedFile {
  campaign: Campaign;
  sameFile: { id: string; name: string; createdAt: string }[];
}

export function parseDescribedFile(body: unknown): DescribedFile | undefined {
  return readOpen(campaignFileResponse, body, { words, lists: { sameFile: 'campaign' } });
}

export interface RecipientsPage {
  recipients: Recipient[];
  hasMore: boolean;
}

export function parseRecipients(body: unknown): RecipientsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.recipients)) return undefined;
  const recipients = parseList(
    fields.recipients,
    'row',
    (value) => readOpen(recipient, value, { words }) ?? null,
  );
  return { recipients, hasMore: fields.hasMore === true };
}

export function parseRecipient(body: unknown): Recipient | undefined {
  return readOpen(recipientResponse, body, { words })?.recipient;
}

export function parsePreview(body: unknown): CampaignPreview | undefined {
  return campaignPreviewResponse.safeParse(body).data;
}
