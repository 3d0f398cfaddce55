import type { ToolSecret } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { McpServerStore, ToolStore } from '../../ports/tool-store.ts';
import type { SecretProblem, Vault } from '../../ports/vault.ts';
import { secretsIn } from './present-tool.ts';
import { shownSecretName, storedSecretName } from './tool-secrets.ts';

export type ToolSecretEndpoints = Pick<Endpoints, 'listToolSecrets' | 'putToolSecret' | 'deleteToolSecret'>;

export interface ToolSecretDeps {
  readonly vault: Vault;
  readonly tools: ToolStore;
  readonly servers: McpServerStore;
  /** The names of the people of the organization, by their ids. */
  readonly people: (caller: Caller) => Promise<ReadonlyMap<string, string>>;
}

export function toolSecretEndpoints({ vault, tools, servers, people }: ToolSecretDeps): ToolSecretEndpoints {
  async function usersOf(tenantId: string): Promise<(secret: string) => string[]> {
    const [listed, reached] = await Promise.all([tools.list(tenantId), servers.list(tenantId)]);
    const users = [
      ...listed.map(({ config }) => ({ name: config.name, headers: config.headers })),
      ...reached.map(({ name, config }) => ({ name, headers: config.headers })),
    ].map(({ name, headers }) => ({ name, secrets: new Set(secretsIn(headers)) }));
    return (secret) => users.filter(({ secrets }) => secrets.has(secret)).map(({ name }) => name);
  }

  async function listed(caller: Caller): Promise<{ secrets: ToolSecret[] }> {
    const { tenantId } = caller;
    const [entries, users, names] = await Promise.all([
      vault.list(tenantId),
      usersOf(tenantId),
      people(caller),
    ]);
    const secrets = entries.flatMap(({ name: stored, purpose, setAt, setBy }) => {
      const name = purpose === 'tool' ? shownSecretName(stored) : null;
      if (name === null) return [];
      const displayName = names.get(setBy);
      return [
        {
          name,
          setAt: setAt.toISOString(),
          setBy: displayName === undefined ? null : { displayName },
          usedBy: users(name),
        },
      ];
    });
    return { secrets };
  }

  return {
    listToolSecrets: ({ caller }) => listed(caller),

    putToolSecret: async ({ caller, params, body: { value } }) => {
      const { tenantId, userId: actor } = caller;
      const name = storedSecretName(params.name);
      let problem = await vault.put(tenantId, { name, value, actor, purpose: 'tool' });
      // Entered before: the new value counts at once, the earlier one for nothing any more.
      if (problem === 'name is taken') problem = await vault.replace(tenantId, { name, value, actor });
      if (problem !== null) throw refused[problem]();
      return listed(caller);
    },

    deleteToolSecret: async ({ caller: { tenantId, userId }, params: { name } }) => {
      const using = (await usersOf(tenantId))(name);
      if (using.length > 0)
        throw new AppError('tool_secret_in_use', `Still sent by ${using.join(', ')}. Change that first.`, {
          details: { tools: using },
        });
      if (!(await vault.remove(tenantId, storedSecretName(name), userId)))
        throw new AppError('tool_secret_not_found', 'There is no such secret any more.');
      return { deleted: true };
    },
  };
}

const invalid = (sentence: string) => () => new AppError('invalid_request', sentence);

const refused: Record<SecretProblem, () => AppError> = {
  'invalid name': invalid('A name ends with a letter or a digit.'),
  'invalid value': invalid('This value is too long, or empty.'),
  'name is taken': invalid('Somebody has entered it at the same time. Try again.'),
  'no such secret': invalid('Somebody has removed it at the same time. Try again.'),
  'too many secrets': () =>
    new AppError(
      'too_many_tools',
      'There are as many secrets as an organization may have. Remove one first.',
    ),
};
