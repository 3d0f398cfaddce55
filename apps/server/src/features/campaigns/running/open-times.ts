import { type CallingHours, type WindowState, windowAt } from '../../../lib/calling-hours/calling-windows.ts';
import { firstInstantOf, localTimeAt } from '../../../lib/zoned-time.ts';

/** Where somebody may be, and when they may be called there. */
export interface Place {
  readonly zones: readonly string[];
  /** For the purpose of the campaign, as `hoursFor` narrows them. */
  readonly hours: CallingHours;
  /** By how much the time that is pretended in the sandbox is ahead of the real one; left out: not at all. */
  readonly shiftMs?: number;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

interface KnownWindow {
  readonly from: number;
  readonly to: number;
  readonly state: WindowState;
}

/** By hours, then by zones: the window that was found last. */
const known = new WeakMap<CallingHours, Map<string, KnownWindow>>();

/**
 * As `windowAt`. Finding a window takes a millisecond, many people of a campaign have the same one, and calls on this server
 * send audio meanwhile: it is found once and holds until it opens or closes.
 */
export function windowOf({ hours, zones, shiftMs = 0 }: Place, at: number): WindowState {
  const state = knownWindow(hours, zones, at + shiftMs);
  const moved = (instant: number | null) => (instant === null ? null : instant - shiftMs);
  if (shiftMs === 0) return state;
  return state.open
    ? { open: true, until: moved(state.until) }
    : { open: false, opensAt: moved(state.opensAt) };
}

function knownWindow(hours: CallingHours, zones: readonly string[], at: number): WindowState {
  const ofHours = known.get(hours) ?? new Map<string, KnownWindow>();
  known.set(hours, ofHours);
  const key = zones.join(' ');
  const last = ofHours.get(key);
  if (last && last.from <= at && at < last.to) return last.state;
  const state = windowAt(hours, zones, at);
  const to = (state.open ? state.until : state.opensAt) ?? at + dayMs;
  ofHours.set(key, { from: at, to, state });
  return state;
}

/** By hours, then by zones: what `isOpenBefore` has found last. */
const knownLengths = new WeakMap<
  CallingHours,
  Map<string, { readonly key: string; readonly isOpen: boolean }>
>();

/** Whether a window that ends then was already open so much earlier. */
export function isOpenBefore({ hours, zones, shiftMs = 0 }: Place, until: number, ms: number): boolean {
  const ofHours = knownLengths.get(hours) ?? new Map<string, { key: string; isOpen: boolean }>();
  knownLengths.set(hours, ofHours);
  const name = zones.join(' ');
  const key = `${until + shiftMs} ${ms}`;
  const last = ofHours.get(name);
  if (last?.key === key) return last.isOpen;
  const earlier = windowAt(hours, zones, until + shiftMs - ms);
  const isOpen = earlier.open && earlier.until === until + shiftMs;
  ofHours.set(name, { key, isOpen });
  return isOpen;
}

/** The first time from this one on at which it is open in every zone; null: there is none. */
export function openFrom(place: Place, at: number): number | null {
  const state = windowOf(place, at);
  return state.open ? at : state.opensAt;
}

/** When the date is so many days later in every zone. */
export function laterDay(zones: readonly string[], at: number, days: number): number {
  const begins = zones.map((zone) => firstInstantOf(zone, dateOf(localTimeAt(zone, at)) + days * dayMs));
  return Math.max(at, ...begins);
}

/** Somebody who is not at the phone in the morning may be so in the afternoon or in the evening. */
const partsBeginAt = [0, 12 * hourMs, 17 * hourMs];

/**
 * The first open time from `earliest` on that is, in every zone, in another part of the day than `before`. Where the hours
 * have no other part, the first open time.
 */
export function otherPartOfDay(given: Place, before: number, earliest: number): number | null {
  const { shiftMs = 0, zones, hours } = given;
  const at = partOfDay({ zones, hours }, before + shiftMs, earliest + shiftMs);
  return at === null ? null : at - shiftMs;
}

function partOfDay(place: Place, before: number, earliest: number): number | null {
  const { zones } = place;
  const first = openFrom(place, earliest);
  const tried = zones.map((zone) => partOf(localTimeAt(zone, before)));
  let at = first;
  while (at !== null && at < earliest + 8 * dayMs) {
    const open = at;
    const same = zones.filter((zone, place) => partOf(localTimeAt(zone, open)) === tried[place]);
    if (same.length === 0) return open;
    at = openFrom(place, Math.max(...same.map((zone) => endOfPart(zone, open))));
  }
  return first;
}

function dateOf(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

function partOf(local: number): number {
  return partsBeginAt.findLastIndex((begins) => local - dateOf(local) >= begins);
}

function endOfPart(zone: string, at: number): number {
  const local = localTimeAt(zone, at);
  const end = firstInstantOf(zone, dateOf(local) + (partsBeginAt[partOf(local) + 1] ?? dayMs));
  // An hour that clocks show twice may hold the boundary: its first occurrence is past then.
  return end > at ? end : at + hourMs;
}

/** By how much a time of day of the same date is ahead of what clocks in the zone show at an instant. */
export function pretendedMs(timeOfDay: string, zone: string, at: Date): number {
  const local = localTimeAt(zone, at.getTime());
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return dateOf(local) + hours * hourMs + minutes * minuteMs - local;
}
