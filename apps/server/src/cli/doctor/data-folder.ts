import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'data folder';

export async function checkDataFolder({ dataDir, databaseUrl, authSecret }: Config): Promise<Finding> {
  if (await writable(dataDir)) return ok(name, `${dataDir} can be written to`);
  const there = await exists(dataDir);
  if (!there && (await writable(dirname(dataDir)))) {
    const holds = databaseUrl === null || authSecret === null;
    return holds
      ? fault(name, `${dataDir} is not there yet`, 'Start Parley once with npm start; it makes the folder.')
      : ok(name, `${dataDir} is made at the next start`);
  }
  return fault(
    name,
    `${dataDir} cannot be written to`,
    'Give the folder to the user that runs Parley, or set DATA_DIR.',
  );
}

const writable = (path: string) => can(path, constants.W_OK | constants.X_OK);
const exists = (path: string) => can(path, constants.F_OK);

async function can(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
