import {
  campaignEvent,
  campaignProgressResponse,
  campaignReportResponse,
  recipientAttempt,
  type RecipientAttempt as WireAttempt,
  type CampaignEvent as WireEvent,
  type CampaignProgress as WireProgress,
  type CampaignReport as WireReport,
} from '@parley/contract';
import { asNumber, asObject, parseList } from './json.ts';
import { type Opened, readOpen } from './open.ts';

/** Words that a newer server may have added: they are shown as they are. */
const words = ['kind', 'reason', 'result', 'slowedBy'] as const;
type Word = (typeof words)[number];

export type CampaignProgress = Opened<WireProgress, Word>;
export type CampaignEvent = Opened<WireEvent, Word>;
export type CampaignReport = Opened<WireReport, Word>;
export type RecipientAttempt = Opened<WireAttempt, Word>;

export function parseProgress(body: unknown): CampaignProgress | undefined {
  const lists = {
    states: 'count of rows',
    results: 'count of results',
    waits: 'reason to wait',
    live: 'call',
  };
  return readOpen(campaignProgressResponse, body, { words, lists })?.progress;
}

export interface EventsPage {
  events: CampaignEvent[];
  nextCursor: number | null;
}

export function parseEvents(body: unknown): EventsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.events)) return undefined;
  const events = parseList(
    fields.events,
    'event',
    (value) => readOpen(campaignEvent, value, { words }) ?? null,
  );
  return { events, nextCursor: asNumber(fields.nextCursor) };
}

export function parseAttempts(body: unknown): RecipientAttempt[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.attempts)) return undefined;
  return parseList(
    fields.attempts,
    'call to a person',
    (value) => readOpen(recipientAttempt, value, { words }) ?? null,
  );
}

export function parseCampaignReport(body: unknown): CampaignReport | undefined {
  const lists = {
    results: 'count of results',
    suppressed: 'reason not to call',
    hours: 'hour of a report',
    zones: 'time zone of a report',
    numbers: 'number of a report',
    fields: 'field of a report',
    costs: 'cost of a report',
  };
  return readOpen(campaignReportResponse, body, { words, lists })?.report;
}
