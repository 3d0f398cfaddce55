import type { CallDetail, Recording } from '@parley/contract';
import { expect } from 'vitest';
import type { VoiceDesk } from '../voice-desk.ts';
import { placeOfRest, placesOf, spokenCharacters } from './spoken-characters.ts';

/** Of the carrier's time. An entry that is said to have begun longer before the sound is wrong. */
const longestBeforeMs = 2_000;
const waiting = { timeout: 300_000, interval: 250 };

export interface MeasuredRecording {
  readonly kind: string;
  readonly method: Recording['offsetMethod'];
  /** How far from where it is heard each entry is shown; null: it was not found in the sound. */
  readonly errors: readonly {
    readonly speaker: string;
    readonly message: string;
    readonly ms: number | null;
  }[];
}

interface RecordedCall {
  readonly id: string;
  readonly kind: string;
  /** How much faster than life the carrier's clock runs, by which the sound is made. */
  readonly speed: number;
  /** Whether long words are cut in the sound. */
  readonly cut: boolean;
  /** Whether the other party was asked first. */
  readonly isAsked: boolean;
}

/** Reads each entry back from the sound of a recorded call, once it is stored. */
export async function measureOffset(desk: VoiceDesk, recorded: RecordedCall): Promise<MeasuredRecording> {
  const { id, kind, speed, cut, isAsked } = recorded;
  const read = async (): Promise<Recording | null> =>
    (await desk.client.request('GET', `/api/calls/${id}/recording`)).body.recording;
  await expect.poll(async () => (await read())?.state, { ...waiting, message: kind }).toBe('ready');
  const recording = await read();
  const detail: CallDetail = await desk.client.call(id);
  const { body } = await desk.client.request('POST', `/api/calls/${id}/recording/address`, {
    purpose: 'play',
  });
  const file = Buffer.from(await (await fetch(desk.url + body.url)).arrayBuffer());
  const [party = [], agent = []] = spokenCharacters(file);
  expect(recording?.agentChannel, kind).toBe(2);
  const errors = detail.transcript.flatMap(({ speaker, message, timestamp }) => {
    if (speaker === 'system') return [];
    const sinceAnswer = Date.parse(timestamp) - Date.parse(detail.answeredAt ?? '');
    const began = (sinceAnswer - (recording?.offsetMs ?? 0)) * speed;
    // As on the page: what began before the sound is at its beginning.
    const shown = began < -longestBeforeMs ? began : Math.max(0, began);
    const spoken = speaker === 'agent' ? agent : party;
    const rest = began < 0 ? placeOfRest(message, spoken, cut) : null;
    // Said before the recording began: who is asked first agrees there.
    if (began < 0 && rest === null && isAsked) return [];
    const places = rest === null ? placesOf(message, spoken, cut) : [rest];
    const [nearest] = places.toSorted((a, b) => Math.abs(a - shown) - Math.abs(b - shown));
    return [{ speaker, message, ms: nearest === undefined ? null : Math.round(shown - nearest) }];
  });
  return { kind, method: recording?.offsetMethod, errors };
}

export interface OffsetErrors {
  readonly all: number;
  /** Without their sign, in order. */
  readonly found: readonly number[];
}

export function errorsOf(measured: readonly MeasuredRecording[], of: string): OffsetErrors {
  const all = measured.flatMap(({ errors }) => errors.filter(({ speaker }) => speaker === of));
  const found = all.flatMap(({ ms }) => (ms === null ? [] : [Math.abs(ms)]));
  return { all: all.length, found: found.sort((a, b) => a - b) };
}

/** The error that this part of all entries does not exceed. */
export const part = (sorted: readonly number[], of: number) =>
  sorted[Math.ceil(sorted.length * of) - 1] ?? Number.NaN;

export function summaryOf({ all, found }: OffsetErrors): string {
  const parts = `p50 ${part(found, 0.5)} ms, p95 ${part(found, 0.95)} ms, most ${part(found, 1)} ms`;
  return `${found.length} of ${all} found, ${parts}`;
}

/** Entries further away than this: whoever clicks on one hears something else. */
export function furtherThan(mostMs: number, measured: readonly MeasuredRecording[]): string[] {
  return measured.flatMap(({ kind, errors }) =>
    errors.flatMap(({ ms }) => (ms !== null && Math.abs(ms) > mostMs ? [`${kind}: ${ms} ms`] : [])),
  );
}
