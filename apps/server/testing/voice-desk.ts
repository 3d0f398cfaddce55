import type { CallDetail } from '@parley/contract';
import type { LabOptions } from '@parley/phone-lab';
import { expect } from 'vitest';
import type { CallTestOverrides } from '../src/composition/calls.ts';
import type { DeskClient } from './desk-client.ts';
import { type OpenDesk, openDesk } from './open-desk.ts';
import { SteadyClock } from './steady-clock.ts';

/** How much faster than real time conversations run in tests. */
export const speed = 15;

/** In real time milliseconds are compared; above its speed only the order matters, and the test should be quick. */
const exactStepMs = 4;
const quickStepMs = 15;

export type VoiceDesk = OpenDesk;

/** A desk, a carrier and a database for whole conversations, all on one clock that a busy machine does not upset. */
export function openVoiceDesk(
  labOptions: LabOptions = {},
  settings: NodeJS.ProcessEnv = {},
  around: NonNullable<CallTestOverrides['around']> = (ports) => ports,
  precise = labOptions.speed === 1,
): Promise<VoiceDesk> {
  const chosen = labOptions.speed ?? speed;
  const clock = new SteadyClock(precise ? exactStepMs : quickStepMs);
  const lab = { ...labOptions, speed: chosen, clock: clock.atSpeed(chosen) };
  return openDesk(lab, settings, { clock, voiceSpeed: chosen, around });
}

/** The transcript as text, an asterisk where speech was interrupted. */
export function transcriptOf(call: CallDetail): string[] {
  return call.transcript.map(
    ({ speaker, message, interrupted }) => `${speaker}: ${message}${interrupted ? '*' : ''}`,
  );
}

/** Waits for the summary of a call. */
export async function waitForSummary(client: DeskClient, id: string): Promise<CallDetail> {
  await expect.poll(async () => (await client.call(id)).summaryState, { interval: 100 }).toBe('ready');
  return client.call(id);
}
