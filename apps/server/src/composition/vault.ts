import type { Database } from '../adapters/postgres/database.ts';
import { createDeploymentKeys } from '../adapters/postgres/deployment-keys.ts';
import { forgetReplacedSecret, resealSecrets } from '../adapters/postgres/reseal.ts';
import { resealSecondFactors } from '../adapters/postgres/second-factor-store.ts';
import { createVault } from '../adapters/postgres/vault.ts';
import type { AuthSecrets } from '../ports/auth-secrets.ts';
import type { DeploymentKeys } from '../ports/deployment-keys.ts';
import type { Log } from '../ports/log.ts';
import type { Vault } from '../ports/vault.ts';

export interface Secrets {
  readonly vault: Vault;
  readonly keys: DeploymentKeys;
}

/** Opens the vault, and seals with the current AUTH_SECRET what an earlier one has sealed. */
export async function openVault(database: Database, secrets: AuthSecrets, log: Log): Promise<Secrets> {
  try {
    const ofVault = await resealSecrets(database, secrets, log);
    const ofAccounts = await resealSecondFactors(database.identityPool, secrets, log);
    const unreadable = ofVault.unreadable + ofAccounts.unreadable;
    await forgetReplacedSecret(database, { unreadable }, log);
  } catch (err) {
    // Servers that know both secrets read them as they are, so it can wait.
    log.warn({ err }, 'secrets could not be sealed with the current AUTH_SECRET; the next start tries again');
  }
  return {
    vault: createVault({ database, secrets, log }),
    keys: createDeploymentKeys(database, secrets, log),
  };
}
