import type { CampaignPolicy, ConsentGiven, HoldReason, SuppressReason, WaitReason } from '@parley/contract';
import { hoursFor } from '../../../lib/calling-hours/calling-windows.ts';
import { consentFor } from '../../../lib/consent-rule.ts';
import { type CapInput, capOf } from './caps.ts';
import { dayMs, isOpenBefore, minuteMs, openFrom, type Place, windowOf } from './open-times.ts';

/** After how long it is looked again whether a number is still in a call. */
const lineMs = 5_000;

/** All that is looked at immediately before a number is dialled. */
export interface GateInput extends CapInput {
  readonly doNotCall: boolean;
  readonly beingErased: boolean;
  /** Of the row and of the contact, in any order. */
  readonly consent: readonly ConsentGiven[];
  /** The organization has said on which ground it calls for this purpose. */
  readonly declaredGround: boolean;
  /** Of the uploaded do-not-call registry; used for sales only. Null: no file was uploaded. */
  readonly registry: { readonly listed: boolean; readonly dated: Date } | null;
  /** By this campaign. */
  readonly reachedBefore: boolean;
  /** Something else that takes the person out of the campaign. */
  readonly suppressed: SuppressReason | null;
  readonly zones: readonly string[];
  /** As in `Place`. */
  readonly shiftMs?: number;
  /** How long a conversation typically lasts. */
  readonly typicalMs: number;
  readonly policy: Pick<CampaignPolicy, 'hours' | 'caps' | 'atOnce'>;
  /** A limit of the organization or of the campaign that is used up. */
  readonly limit: { readonly retryAt: Date } | null;
  readonly live: { readonly toNumber: boolean; readonly ofCampaign: number; readonly ofAccount: number };
  /** Of the account; null: as many as there are. */
  readonly lines: number | null;
  /** When the next token is there; null: it is. */
  readonly rate: { readonly at: Date } | null;
}

export type GateAnswer =
  | { readonly dial: true }
  /** `zone`: the one that opens last. */
  | {
      readonly dial: false;
      readonly state: 'pending';
      readonly reason: WaitReason;
      readonly nextAt: Date;
      readonly zone?: string;
    }
  | { readonly dial: false; readonly state: 'held'; readonly reason: HoldReason }
  | { readonly dial: false; readonly state: 'suppressed'; readonly reason: SuppressReason };

type Refusal = Extract<GateAnswer, { dial: false }>;

export const registryMaxMs = 31 * dayMs;
/** How long a phone rings at most: it must have stopped when the hours end. */
export const ringingMs = minuteMs;
const slotMs = 1_000;

/** Whether somebody may be dialled now. The first of the checks that refuses decides; their order is that of rule CP22. */
export function gate(input: GateInput): GateAnswer {
  const place: Place = {
    zones: input.zones,
    hours: hoursFor(input.policy.hours, input.purpose, input.number),
    shiftMs: input.shiftMs ?? 0,
  };
  return (
    listAnswer(input) ??
    consentAnswer(input) ??
    earlierAnswer(input) ??
    windowAnswer(input, place, ringingMs + input.typicalMs) ??
    capAnswer(input, place) ??
    capacityAnswer(input) ?? { dial: true }
  );
}

/** Whether a phone may still ring: whoever was decided upon is dialled a little later. Null: it may. */
export function hoursAnswer(
  input: Pick<GateInput, 'now' | 'number' | 'purpose' | 'zones' | 'shiftMs'> & {
    readonly policy: Pick<CampaignPolicy, 'hours'>;
  },
): Refusal | null {
  const { zones, policy, purpose, number, shiftMs = 0 } = input;
  return windowAnswer(input, { zones, hours: hoursFor(policy.hours, purpose, number), shiftMs }, ringingMs);
}

const suppressed = (reason: SuppressReason): Refusal => ({ dial: false, state: 'suppressed', reason });
const held = (reason: HoldReason): Refusal => ({ dial: false, state: 'held', reason });
const pending = (reason: WaitReason, at: number): Refusal => ({
  ...{ dial: false, state: 'pending', reason },
  nextAt: new Date(at),
});

function listAnswer({ doNotCall, beingErased }: GateInput): GateAnswer | null {
  if (doNotCall) return suppressed('do_not_call');
  return beingErased ? suppressed('being_erased') : null;
}

function consentAnswer(input: GateInput): GateAnswer | null {
  const { purpose, declaredGround, registry, now } = input;
  const said = consentFor(input.consent, purpose);
  if (said === 'refused') return suppressed('consent_refused');
  if (purpose !== 'sales') {
    return declaredGround || said ? null : held('no_ground');
  }
  if (said !== 'written') return suppressed('no_written_consent');
  if (registry === null) return held('registry_missing');
  if (now.getTime() - registry.dated.getTime() > registryMaxMs) return held('registry_old');
  return registry.listed ? suppressed('registry_listed') : null;
}

function earlierAnswer({ reachedBefore, suppressed: other }: GateInput): GateAnswer | null {
  if (reachedBefore) return suppressed('reached');
  return other === null ? null : suppressed(other);
}

/** `neededMs`: what has to be left of the window; of one that is not that long, time to ring. */
function windowAnswer(
  { zones, now }: Pick<GateInput, 'zones' | 'now'>,
  place: Place,
  neededMs: number,
): Refusal | null {
  if (zones.length === 0) return held('no_zone');
  const at = now.getTime();
  const state = windowOf(place, at);
  if (state.open && isEnough(place, at, state.until, neededMs)) return null;
  const opensAt = openFrom(place, state.open ? (state.until ?? at) : at);
  if (opensAt === null) return held('never_open');
  return { ...pending('window', opensAt), zone: lastToOpen(place, opensAt) } as Refusal;
}

function isEnough(place: Place, at: number, until: number | null, neededMs: number): boolean {
  if (until === null || until - at >= neededMs) return true;
  return until - at >= ringingMs && !isOpenBefore(place, until, neededMs);
}

/** The zone that was closed until then. */
function lastToOpen({ zones, ...place }: Place, opensAt: number): string {
  return zones.find((zone) => !windowOf({ ...place, zones: [zone] }, opensAt - 1).open) ?? zones[0] ?? '';
}

function capAnswer(input: GateInput, place: Place): GateAnswer | null {
  const wait = capOf(input);
  return wait && pending(wait.reason, openFrom(place, wait.until) ?? wait.until);
}

function capacityAnswer({ now, limit, live, lines, policy, rate }: GateInput): GateAnswer | null {
  const at = now.getTime();
  if (limit && limit.retryAt.getTime() > at) return pending('limit', limit.retryAt.getTime());
  if (live.toNumber) return pending('number_in_call', at + lineMs);
  if (live.ofCampaign >= policy.atOnce) return pending('campaign_lines', at + slotMs);
  if (lines !== null && live.ofAccount >= linesForCampaigns(lines))
    return pending('account_lines', at + slotMs);
  return rate && rate.at.getTime() > at ? pending('rate', rate.at.getTime()) : null;
}

/** One line of an account stays free for the desk, where it has more than one. */
export function linesForCampaigns(account: number): number {
  return Math.max(1, account - 1);
}
