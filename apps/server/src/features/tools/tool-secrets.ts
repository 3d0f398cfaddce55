import { AppError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolSecrets } from '../../ports/tool-secrets.ts';
import { SecretUnusable, type Vault, type WhyUnusable } from '../../ports/vault.ts';

/** Secrets of tools have a part of the vault for themselves, so that people may name them as they like. */
const prefix = 'tools/';

export function storedSecretName(name: string): string {
  return `${prefix}${name}`;
}

/** Null for a secret of something else. */
export function shownSecretName(stored: string): string | null {
  return stored.startsWith(prefix) ? stored.slice(prefix.length) : null;
}

const sentences: Record<WhyUnusable, (name: string) => string> = {
  missing: (name) => `The secret "${name}" is missing. Enter it in Settings, Tools.`,
  unreadable: (name) => `The secret "${name}" cannot be read any more. Enter it again in Settings, Tools.`,
};

/** Between attempts, in milliseconds: a database that restarts is back within seconds, and somebody on the phone waits. */
const waits = [250, 250, 500, 1_000, 1_000];

export function createToolSecrets(vault: Pick<Vault, 'use'>, clock: Pick<Clock, 'after'>): ToolSecrets {
  return {
    async read(tenantId, name) {
      const wanted = { name: storedSecretName(name), purpose: 'tool' } as const;
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await vault.use(tenantId, wanted, ({ value }) => ({ ok: true, value }));
        } catch (error) {
          if (error instanceof SecretUnusable) return { ok: false, problem: sentences[error.why](name) };
          if (!isUnavailable(error)) throw error;
        }
        const wait = waits[attempt];
        if (wait === undefined)
          return { ok: false, passing: true, problem: `The secret "${name}" could not be read just now.` };
        await new Promise<void>((resolve) => clock.after(wait, resolve));
      }
    },
  };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'database_unavailable';
}
