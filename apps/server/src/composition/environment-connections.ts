import type { Side } from '@parley/contract';
import type { Config } from '../config/config.ts';
import type { EnvironmentConnections } from '../features/connections/present-connections.ts';
import type { StoredConnection } from '../ports/connections.ts';
import { areFilesSet } from './files.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

/** What the environment sets, as screens show it. No secret, and no user or query of an address. */
export function environmentConnections(config: ResolvedConfig): EnvironmentConnections {
  const { carrier, publicUrl, model, voice, mail, files, limits } = config;
  return {
    phone:
      carrier.kind === 'real'
        ? {
            kind: 'phone',
            account: carrier.account.accountSid,
            name: null,
            numbers: [carrier.account.phoneNumber],
            main: carrier.account.phoneNumber,
            callsAtOnce: null,
            callsPerSecond: null,
            countries: Array.isArray(limits.allowedCountries) ? [...limits.allowedCountries] : null,
          }
        : null,
    address: publicUrl === null ? null : { kind: 'address', url: publicUrl },
    model:
      model.provider === 'scripted'
        ? null
        : {
            kind: 'model',
            provider: model.provider,
            model: model.model,
            baseUrl: model.baseUrl && plain(model.baseUrl),
            onThisMachine: false,
          },
    speech: speechOf(voice),
    mail: mail && {
      kind: 'mail',
      host: mail.host,
      port: mail.port,
      user: mail.login?.user ?? null,
      from: mail.from,
    },
    storage: areFilesSet(files) ? storageOf(files) : null,
  };
}

/** An OpenAI key alone may be meant for text only. */
function speechOf({ engine, realtime }: Config['voice']): EnvironmentConnections['speech'] {
  if (realtime === null || (engine !== 'realtime' && !realtime.urlGiven)) return null;
  return { kind: 'speech', url: plain(realtime.url), model: realtime.model };
}

function storageOf(files: Config['files']): EnvironmentConnections['storage'] {
  if (files.kind === 'folder')
    return { kind: 'storage', place: 'folder', bucket: null, prefix: null, region: null, endpoint: null };
  const { bucket, prefix, region, endpoint } = files;
  return { kind: 'storage', place: 's3', bucket, prefix, region, endpoint };
}

function plain(address: string): string {
  const url = new URL(address);
  return `${url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin}${url.pathname.replace(/\/$/, '')}`;
}

/** A phone account and something that speaks, both in the environment, say that calls are real. */
export function sideSaidBy({ phone, model, speech }: EnvironmentConnections): Side {
  return phone !== null && (model !== null || speech !== null) ? 'real' : 'sandbox';
}

/** What is wrong with a phone account that was connected before whoever runs the server set the same one. */
export function takenByEnvironment(
  { carrier }: Pick<ResolvedConfig, 'carrier'>,
  { settings, failing, connectedAt }: StoredConnection,
): StoredConnection['failing'] {
  if (settings.kind !== 'phone' || carrier.kind !== 'real') return null;
  if (carrier.account.accountSid !== settings.accountSid) return null;
  return { code: 'account_taken', since: failing?.since ?? connectedAt };
}
