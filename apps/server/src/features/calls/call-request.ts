import { createHash } from 'node:crypto';
import type { ConsentPurpose, Side } from '@parley/contract';
import type { MachineOrder } from '../../ports/call.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Log } from '../../ports/log.ts';

export interface PlaceCallRequest {
  readonly caller: Caller;
  readonly agentId: string;
  readonly phoneNumber: string;
  readonly message: string;
  /** Makes the message, where it is made from what may be changed or gone when the request is repeated. */
  readonly writeMessage?: () => Promise<string>;
  readonly templateId?: string | null;
  readonly contactId?: string | null;
  readonly followUpId?: string | null;
  /** Makes a contact of the number before the call. */
  readonly contactName?: string | null;
  /** What the software that asks calls it. */
  readonly externalId?: string | null;
  /** What the message was made from a template with: another message of the same values is no other request. */
  readonly values?: Readonly<Record<string, string>> | null;
  readonly idempotencyKey: string | null;
  /** On the other side nobody is called; null or left out: on whichever it is. */
  readonly side?: Side | null;
  /** A call of a campaign, with what was decided when that was started. */
  readonly campaign?: CampaignOfCall | null;
  /** A test call of a campaign. */
  readonly test?: TestOfCampaign | null;
  /** Of the campaign, also on a test call of it. */
  readonly purpose?: ConsentPurpose | null;
  /** What the campaign wants where a machine answers; null or left out: what the agent is set to. */
  readonly onMachine?: MachineOrder | null;
  /** The version that speaks; left out: the published one. */
  readonly agentVersion?: number | null;
  readonly log: Log;
}

export interface CampaignOfCall {
  readonly id: string;
  /** On the other side nobody is called. */
  readonly side: Side;
  /** The id that the call gets: the attempt is stored with it. */
  readonly callId: string;
}

/** What a test call is asked for with. Agent and text are made of it, and may be others when it is repeated. */
export interface TestOfCampaign {
  readonly campaignId: string;
  /** Null: the first one that can be called. */
  readonly row: number | null;
  /** The id that the call gets, if it is a new one. */
  readonly callId: string;
}

/** What makes it another call. One that names nothing else has the fingerprint that servers of the release before give it. */
export function fingerprintOf(request: PlaceCallRequest, agentId: string, to: string): string {
  const { message, templateId = null, contactId = null, followUpId = null, contactName = null } = request;
  const named = [templateId, contactId, followUpId, contactName];
  const { externalId = null, values = null, test = null } = request;
  if (test !== null) return digestOf([{ campaign: test.campaignId, row: test.row }, to]);
  const said =
    values === null ? message : Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const asked = [
    ...[agentId, to, said],
    ...(named.some((each) => each !== null) ? named : []),
    ...(externalId === null ? [] : [{ externalId }]),
  ];
  return digestOf(asked);
}

const digestOf = (asked: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex');
