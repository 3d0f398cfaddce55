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

export function createToolSecrets(vault: Pick<Vault, 'use'>): ToolSecrets {
  return {
    async read(tenantId, name) {
      try {
        const wanted = { name: storedSecretName(name), purpose: 'tool' } as const;
        return await vault.use(tenantId, wanted, ({ value }) => ({ ok: true, value }));
      } catch (error) {
        if (!(error instanceof SecretUnusable)) throw error;
        return { ok: false, problem: sentences[error.why](name) };
      }
    },
  };
}
