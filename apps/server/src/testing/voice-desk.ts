import type { CallDetail } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import { expect } from 'vitest';
import type { CallSeams } from '../calls.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type Desk, type DeskGround, layGround, startDesk } from './desk.ts';
import type { DeskClient } from './desk-client.ts';

/** How much faster than life conversations run in tests. */
export const speed = 15;

export interface VoiceDesk {
  readonly database: TestDatabase;
  readonly lab: Lab;
  readonly ground: DeskGround;
  readonly desk: Desk;
  readonly kit: DeskClient;
  stop(): Promise<void>;
}

/** A desk, a carrier and a database for whole conversations, all on one clock that runs fast. */
export async function openVoiceDesk(
  labOptions: Parameters<typeof startLab>[0] = {},
  settings: NodeJS.ProcessEnv = {},
  around: NonNullable<CallSeams['around']> = (ports) => ports,
): Promise<VoiceDesk> {
  const database = await createTestDatabase();
  const lab = await startLab({ speed, cps: 1000, ...labOptions });
  const ground = await layGround(database, lab);
  const rate = labOptions.speed ?? speed;
  const desk = await startDesk(ground, settings, { voiceScale: 1 / rate, around });
  return {
    database,
    lab,
    ground,
    desk,
    kit: desk.as(),
    stop: async () => {
      await desk.stop();
      await lab.stop();
      await database.drop();
    },
  };
}

/** The transcript as a reader sees it, an asterisk where somebody was cut off. */
export function script(call: CallDetail): string[] {
  return call.transcript.map(
    ({ speaker, message, interrupted }) => `${speaker}: ${message}${interrupted ? '*' : ''}`,
  );
}

/** The call once its summary is there. */
export async function summedUp(kit: DeskClient, id: string): Promise<CallDetail> {
  await expect
    .poll(async () => (await kit.call(id)).summaryState, { timeout: 15_000, interval: 100 })
    .toBe('ready');
  return kit.call(id);
}
