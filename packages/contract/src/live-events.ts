import * as z from 'zod/mini';
import { agentId } from './agents.ts';
import { callId } from './call-parts.ts';
import { call, transcriptEntry } from './calls.ts';
import { followUp } from './follow-ups/follow-up.ts';
import type { Permission } from './permissions.ts';

/** The events of the event stream. Calls and entries in them are read from the database when they are sent. */
export const liveEvent = z.discriminatedUnion('type', [
  /**
   * The first event of every stream. As far as the server knows, nothing has changed for `quietMs`: responses that a page
   * requested within that time are still current, older ones it must fetch again.
   */
  z.object({ type: z.literal('opened'), quietMs: z.number() }),
  z.object({ type: z.literal('call.changed'), call }),
  z.object({ type: z.literal('call.removed'), callId }),
  z.object({ type: z.literal('transcript.added'), callId, entry: transcriptEntry }),
  /** An agent was edited, published, archived, or given or taken a number. `revision` is that of its draft. */
  z.object({ type: z.literal('agent.changed'), agentId, revision: z.int() }),
  z.object({ type: z.literal('follow-up.changed'), followUp }),
  /** Contacts of this number were added, changed or removed; null: of many numbers. */
  z.object({ type: z.literal('contact.changed'), number: z.nullable(z.string()) }),
  /** The outcome of a call was read or corrected, or is being read again: fetch the call. */
  z.object({ type: z.literal('outcome.changed'), callId }),
  /** A tool was used on a call, or has answered: fetch the call. */
  z.object({ type: z.literal('tool-call.changed'), callId }),
  /** The recording of a call can be played now, or cannot be had, or is asked for again: fetch both. */
  z.object({ type: z.literal('recording.changed'), callId }),
  z.object({ type: z.literal('import.changed'), importId: z.uuid() }),
  /** A campaign or some of its rows have changed: fetch what is shown of it. At most about once a second for a campaign. */
  z.object({ type: z.literal('campaign.changed'), campaignId: z.uuid() }),
  /** A small list that seldom changes: fetch it again. */
  z.object({
    type: z.literal('list.changed'),
    list: z.enum([
      'templates',
      'agents',
      'organization',
      'spending',
      'connections',
      'doNotCall',
      'consentRules',
      'apiKeys',
      'webhooks',
    ]),
  }),
  /** Events may have been lost: fetch everything again. */
  z.object({ type: z.literal('refetch') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** What the receiver of an event must be allowed to read; null for events that tell nothing but when to fetch. */
export function permissionOfEvent(event: LiveEvent): Permission | null {
  switch (event.type) {
    case 'opened':
    case 'refetch':
      return null;
    case 'call.changed':
    case 'call.removed':
    case 'transcript.added':
    case 'outcome.changed':
    case 'tool-call.changed':
    case 'recording.changed':
      return 'calls.read';
    case 'follow-up.changed':
      return 'follow-ups.read';
    case 'contact.changed':
    case 'import.changed':
      return 'contacts.read';
    case 'campaign.changed':
      return 'campaigns.read';
    case 'agent.changed':
      return 'agents.read';
    case 'list.changed':
      return permissionOfList[event.list];
  }
}

/** Everybody who is signed in may see the settings of the organization, and whether its calls are real. */
const permissionOfList = {
  templates: 'templates.read',
  agents: 'agents.read',
  organization: null,
  spending: 'reports.read',
  connections: null,
  doNotCall: 'dnc.read',
  consentRules: 'campaigns.read',
  apiKeys: 'keys.manage',
  webhooks: 'webhooks.manage',
} as const satisfies Record<string, Permission | null>;
