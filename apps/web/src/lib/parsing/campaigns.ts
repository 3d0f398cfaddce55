import {
  type Campaign,
  type CampaignAccount,
  type CampaignPreview,
  campaignFileResponse,
  campaignPreviewResponse,
  campaignResponse,
  campaignWithCountsResponse,
  type ListedCampaign,
  listedCampaign,
  type Recipient,
  type RecipientCount,
  recipient,
  recipientResponse,
} from '@parley/contract';
import { asObject, parseList } from './json.ts';

export function parseCampaigns(body: unknown): ListedCampaign[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.campaigns)) return undefined;
  return parseList(fields.campaigns, 'campaign', (value) => listedCampaign.safeParse(value).data ?? null);
}

export function parseCampaign(body: unknown): Campaign | undefined {
  return campaignResponse.safeParse(body).data?.campaign;
}

export interface CampaignDetail {
  campaign: Campaign;
  counts: RecipientCount[];
  shared?: number | undefined;
  account?: CampaignAccount | undefined;
}

export function parseCampaignDetail(body: unknown): CampaignDetail | undefined {
  return campaignWithCountsResponse.safeParse(body).data;
}

export interface DescribedFile {
  campaign: Campaign;
  sameFile: { id: string; name: string; createdAt: string }[];
}

export function parseDescribedFile(body: unknown): DescribedFile | undefined {
  return campaignFileResponse.safeParse(body).data;
}

export interface RecipientsPage {
  recipients: Recipient[];
  hasMore: boolean;
}

export function parseRecipients(body: unknown): RecipientsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.recipients)) return undefined;
  const recipients = parseList(fields.recipients, 'row', (value) => recipient.safeParse(value).data ?? null);
  return { recipients, hasMore: fields.hasMore === true };
}

export function parseRecipient(body: unknown): Recipient | undefined {
  return recipientResponse.safeParse(body).data?.recipient;
}

export function parsePreview(body: unknown): CampaignPreview | undefined {
  return campaignPreviewResponse.safeParse(body).data;
}
