import type { ArrivedFrame } from './wire/frames.ts';

/** 20 ms of telephone audio in base64 that carry the time of sending, the call, and whether to send it back. */
export const soundLength = 216;
export const places = { stamp: [0, 12], line: [12, 5], back: [17, 1] } as const;

export function blankSound(line: number): string {
  const head = `${'0'.repeat(12)}${String(line).padStart(5, '0')}0`;
  return `${head}${'f'.repeat(soundLength - head.length - 3)}A==`;
}

export interface Stamp {
  sentUs: number;
  line: number;
  back: boolean;
}

/** Where the audio is in a message. */
export interface Envelope {
  readonly length: number;
  readonly at: number;
}

export function envelopeOf(before: string, after: string): Envelope {
  return { length: before.length + soundLength + after.length, at: before.length };
}

/** Reads the stamp out of a message of the expected form; false when it is another one. */
export function readStamp(frame: ArrivedFrame, { length, at }: Envelope, into: Stamp): boolean {
  if (frame.length !== length) return false;
  into.sentUs = frame.number(at + places.stamp[0], places.stamp[1]);
  into.line = frame.number(at + places.line[0], places.line[1]);
  into.back = frame.number(at + places.back[0], places.back[1]) === 1;
  return !Number.isNaN(into.sentUs) && !Number.isNaN(into.line);
}
