import { type Lab, type LabOptions, startLab } from '@parley/phone-lab';
import type { CallTestOverrides } from '../src/composition/calls.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type Desk, type DeskGround, layGround, startDesk } from './desk.ts';
import type { DeskClient } from './desk-client.ts';

/** A desk with a carrier and a database that are nobody else's; all of them stop together. */
export interface OpenDesk extends Desk {
  readonly database: TestDatabase;
  readonly lab: Lab;
  readonly ground: DeskGround;
  readonly kit: DeskClient;
}

/** The carrier begins as many calls at once as it is asked to, unless told otherwise. */
export async function openDesk(
  labOptions: LabOptions = {},
  settings: NodeJS.ProcessEnv = {},
  testOverrides: CallTestOverrides = {},
): Promise<OpenDesk> {
  const database = await createTestDatabase();
  const lab = await startLab({ cps: 1000, ...labOptions });
  const ground = await layGround(database, lab);
  const desk = await startDesk(ground, settings, testOverrides);
  const stop = async () => {
    await desk.stop();
    await lab.stop();
    await database.drop();
  };
  return { ...desk, database, lab, ground, kit: desk.as(), stop, [Symbol.asyncDispose]: stop };
}
