import { type Lab, type LabOptions, startLab } from '@parley/phone-lab';
import type { CallTestOverrides } from '../src/composition/calls.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createDeployment, type Deployment, type Desk, startDesk } from './desk.ts';
import type { DeskClient } from './desk-client.ts';

/** A desk with a carrier and a database of its own; all of them stop together. */
export interface OpenDesk extends Desk {
  readonly database: TestDatabase;
  readonly lab: Lab;
  readonly deployment: Deployment;
  readonly client: DeskClient;
}

/** The carrier's limit of calls per second is out of the way, unless the options set one. */
export async function openDesk(
  labOptions: LabOptions = {},
  settings: NodeJS.ProcessEnv = {},
  testOverrides: CallTestOverrides = {},
): Promise<OpenDesk> {
  const database = await createTestDatabase();
  const lab = await startLab({ cps: 1000, ...labOptions });
  const deployment = await createDeployment(database, lab);
  const desk = await startDesk(deployment, settings, testOverrides);
  const stop = async () => {
    await desk.stop();
    await lab.stop();
    await database.drop();
  };
  return { ...desk, database, lab, deployment, client: desk.as(), stop, [Symbol.asyncDispose]: stop };
}
