import {
  type CampaignEvent,
  type CampaignProgress,
  type CampaignReport,
  campaignEvent,
  campaignProgressResponse,
  campaignReportResponse,
  type RecipientAttempt,
  recipientWithAttemptsResponse,
} from '@parley/contract';
import { asNumber, asObject, parseList } from './json.ts';

export function parseProgress(body: unknown): CampaignProgress | undefined {
  return campaignProgressResponse.safeParse(body).data?.progress;
}

export interface EventsPage {
  events: CampaignEvent[];
  nextCursor: number | null;
}

export function parseEvents(body: unknown): EventsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.events)) return undefined;
  const events = parseList(fields.events, 'event', (value) => campaignEvent.safeParse(value).data ?? null);
  return { events, nextCursor: asNumber(fields.nextCursor) };
}

export function parseAttempts(body: unknown): RecipientAttempt[] | undefined {
  return recipientWithAttemptsResponse.safeParse(body).data?.attempts;
}

export function parseCampaignReport(body: unknown): CampaignReport | undefined {
  return campaignReportResponse.safeParse(body).data?.report;
}
