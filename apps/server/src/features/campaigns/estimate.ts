import type { CampaignPolicy, ConsentPurpose } from '@parley/contract';
import { type CallingHours, hoursFor, windowAt } from '../../lib/calling-hours/calling-windows.ts';
import type { PeopleAtPlace } from '../../ports/campaigns.ts';

export interface Duration {
  /** When the first call can be made; null: never within the hours. */
  readonly startsAt: number | null;
  /** When the last of the calls is over; null as well where some can never be made. */
  readonly endsAt: number | null;
}

/** Whoever looks further ahead than this plans another campaign. */
const longestMs = 366 * 24 * 60 * 60 * 1_000;

/**
 * When everybody is called once. Those who can be called are called at the speed that the policy allows, whoever closes
 * first before the others; where nobody can be, time passes until somebody can.
 */
export function durationOf(
  places: readonly PeopleAtPlace[],
  policy: CampaignPolicy,
  purpose: ConsentPurpose,
  secondsPerCall: number,
  now: number,
): Duration {
  const perMs = Math.min(policy.perMinute / 60_000, policy.atOnce / (secondsPerCall * 1_000));
  let left = byHours(places, policy, purpose);
  let startsAt: number | null = null;
  let at = now;
  while (left.length > 0 && at - now < longestMs) {
    const states = left.map((place) => ({ place, state: windowAt(place.hours, place.zones, at) }));
    if (states.some(({ state }) => !state.open && state.opensAt === null)) return { startsAt, endsAt: null };
    const changes = states.flatMap(({ state }) => (state.open ? state.until : state.opensAt) ?? []);
    const next = Math.min(now + longestMs, ...changes);
    const open = states
      .flatMap(({ place, state }) => (state.open ? [{ place, until: state.until ?? Infinity }] : []))
      .toSorted((a, b) => a.until - b.until);
    if (open.length > 0) startsAt ??= at;
    let room = open.length === 0 ? 0 : (next - at) * perMs;
    for (const { place } of open) {
      const called = Math.min(place.count, room);
      place.count -= called;
      room -= called;
    }
    left = left.filter(({ count }) => count > 1e-6);
    at = left.length === 0 ? Math.ceil(next - room / perMs) : next;
  }
  return { startsAt, endsAt: left.length === 0 ? at : null };
}

interface PeopleWithHours {
  readonly zones: readonly string[];
  readonly hours: CallingHours;
  count: number;
}

function byHours(
  places: readonly PeopleAtPlace[],
  policy: CampaignPolicy,
  purpose: ConsentPurpose,
): PeopleWithHours[] {
  const found = new Map<string, PeopleWithHours>();
  for (const { zones, area, count } of places) {
    const hours = hoursFor(policy.hours, purpose, area);
    const key = JSON.stringify([zones, hours]);
    const same = found.get(key);
    if (same) same.count += count;
    else found.set(key, { zones, hours, count });
  }
  return [...found.values()];
}
