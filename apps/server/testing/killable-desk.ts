import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createDeployment, type Deployment } from './desk.ts';
import { DeskClient } from './desk-client.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const entry = join(import.meta.dirname, '../dist/killable-server.js');

/** A desk whose servers a test kills; the carrier, the database and the data folder stay. */
export interface KillableDesk {
  readonly lab: Lab;
  readonly deployment: Deployment;
  /** May change rows as a server of another release would. */
  readonly owner: TestDatabase['owner'];
  /** For servers that run beside each other, each in a folder of its own in it. */
  readonly dataDir: string;
  start(settings?: NodeJS.ProcessEnv): Promise<ServerProcess>;
  /** Starts a server at the address of one that has exited, where the carrier sends its callbacks. */
  startAgain(exited: ServerProcess): Promise<ServerProcess>;
  clientOf(server: ServerProcess): DeskClient;
  /** Ends the running servers and clears the carrier's faults. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** `scales`: settings that only `killable-server.ts` reads. */
export async function openKillableDesk(speed: number, scales: NodeJS.ProcessEnv): Promise<KillableDesk> {
  const database = await createTestDatabase();
  const lab = await startLab({ speed, cps: 1000 });
  const deployment = await createDeployment(database, lab);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-killable-'));
  let running: ServerProcess[] = [];

  const start = async (settings: NodeJS.ProcessEnv = {}) => {
    const variables = { ...deployment.settings, DATA_DIR: dataDir, ...scales, ...settings };
    const server = await startServerProcess(variables, { entry });
    running.push(server);
    return server;
  };
  const clear = async () => {
    await Promise.all(running.map((server) => server.end()));
    running = [];
    lab.faults.clear();
  };
  return {
    lab,
    deployment,
    owner: database.owner,
    dataDir,
    start,
    startAgain: ({ url }) => start({ PORT: new URL(url).port }),
    clientOf: ({ url }) => new DeskClient(url, deployment.mint, {}),
    clear,
    stop: async () => {
      await clear();
      await lab.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
