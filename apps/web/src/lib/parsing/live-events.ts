import type { LiveEvent as WireEvent } from '@parley/contract';
import { type Call, parseCall, parseEntry, type TranscriptEntry } from './calls.ts';
import { type FollowUp, parseFollowUp } from './follow-ups.ts';
import { asNumber, asObject, asString, reportInvalid } from './json.ts';

export type LiveEvent =
  | Exclude<
      WireEvent,
      {
        type:
          | 'call.changed'
          | 'transcript.added'
          | 'call.removed'
          | 'follow-up.changed'
          | 'outcome.changed'
          | 'tool-call.changed'
          | 'recording.changed';
      }
    >
  | { type: 'call.changed'; call: Call }
  | { type: 'call.removed'; callId: string }
  | { type: 'transcript.added'; callId: string; entry: TranscriptEntry }
  | { type: 'follow-up.changed'; followUp: FollowUp }
  | { type: 'outcome.changed' | 'tool-call.changed' | 'recording.changed'; callId: string };

/** Null for an invalid event, and for one of an unknown type: the server may be newer. */
export function parseLiveEvent(value: unknown): LiveEvent | null {
  const fields = asObject(value);
  switch (fields?.type) {
    case 'call.changed': {
      const call = parseCall(fields.call);
      return call === null ? invalid('call.changed') : { type: 'call.changed', call };
    }
    case 'call.removed': {
      const callId = asString(fields.callId);
      return callId === null ? invalid('call.removed') : { type: 'call.removed', callId };
    }
    case 'transcript.added': {
      const callId = asString(fields.callId);
      // Without an ordinal a single entry cannot be ordered.
      const ordinal = asNumber(asObject(fields.entry)?.ordinal);
      const entry = ordinal === null ? null : parseEntry(fields.entry, ordinal);
      if (callId === null || entry === null) return invalid('transcript.added');
      return { type: 'transcript.added', callId, entry };
    }
    case 'opened': {
      const quietMs = asNumber(fields.quietMs);
      return quietMs === null ? invalid('opened') : { type: 'opened', quietMs };
    }
    case 'agent.changed': {
      const [agentId, revision] = [asString(fields.agentId), asNumber(fields.revision)];
      return agentId === null || revision === null
        ? invalid('agent.changed')
        : { type: 'agent.changed', agentId, revision };
    }
    case 'list.changed': {
      const list = lists.find((known) => known === fields.list);
      return list === undefined ? null : { type: 'list.changed', list };
    }
    case 'follow-up.changed': {
      const followUp = parseFollowUp(fields.followUp);
      return followUp === null ? invalid('follow-up.changed') : { type: 'follow-up.changed', followUp };
    }
    case 'contact.changed':
      // Without a number: many contacts at once.
      return { type: 'contact.changed', number: asString(fields.number) };
    case 'outcome.changed':
    case 'tool-call.changed':
    case 'recording.changed': {
      const callId = asString(fields.callId);
      return callId === null ? invalid(fields.type) : { type: fields.type, callId };
    }
    case 'import.changed': {
      const importId = asString(fields.importId);
      return importId === null ? invalid('import.changed') : { type: 'import.changed', importId };
    }
    case 'campaign.changed': {
      const campaignId = asString(fields.campaignId);
      return campaignId === null ? invalid('campaign.changed') : { type: 'campaign.changed', campaignId };
    }
    case 'refetch':
      return { type: 'refetch' };
    default:
      return null;
  }
}

type List = Extract<WireEvent, { type: 'list.changed' }>['list'];
const lists = [
  'templates',
  'agents',
  'organization',
  'spending',
  'connections',
  'doNotCall',
  'consentRules',
  'apiKeys',
  'webhooks',
] as const satisfies readonly List[];

function invalid(type: string): null {
  reportInvalid(`event "${type}"`);
  return null;
}
