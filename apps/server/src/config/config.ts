import { join, resolve } from 'node:path';
import { type CarrierConfig, type OwnLab, readCarrierConfig } from './carrier.ts';
import { Environment } from './environment.ts';
import { type FilesConfig, readFiles } from './files.ts';
import { type FilesKeys, readFilesKeys } from './files-keys.ts';
import { readLocalModelPorts, readToolHosts } from './hosts.ts';
import { type IdentityConfig, readIdentity } from './identity.ts';
import { type MailConfig, readMail } from './mail.ts';
import { type MetricsConfig, readMetrics } from './metrics.ts';
import { type ModelConfig, readModel, readVoice, type VoiceConfig } from './model.ts';
import { type NumberExceptions, readNumberExceptions } from './number-types.ts';

/** Everything the environment decides, read once before anything starts. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** If the default port is taken, the next free one is used; a port that was set must be free. */
  readonly portGiven: boolean;
  readonly dataDir: string;
  readonly webDir: string;
  readonly databaseUrl: string | null;
  readonly files: FilesConfig;
  readonly filesKeys: FilesKeys;
  /** Null: no mail is sent. */
  readonly mail: MailConfig | null;
  /** Null: http://HOST:PORT, known once the port is. */
  readonly publicUrl: string | null;
  readonly webOrigins: readonly string[] | null;
  /** Null: created once and kept in the data folder; only with the embedded database. */
  readonly authSecret: string | null;
  /** The secret that the deployment moves from; null unless it moves. */
  readonly authSecretPrevious: string | null;
  readonly trustProxy: boolean | string;
  readonly appKey: string;
  readonly identity: IdentityConfig;
  readonly carrier: CarrierConfig;
  /** Where accounts are asked that organizations connect; null: at the carrier's own address. */
  readonly carrierUrl: string | null;
  /** The sandbox that runs beside a real account; null: none does. */
  readonly sandbox: OwnLab | null;
  readonly model: ModelConfig;
  readonly voice: VoiceConfig;
  /** Where model servers on this machine are looked for. */
  readonly localModelPorts: readonly number[];
  /** Hosts in private networks that may be entered in the browser. */
  readonly toolHosts: readonly string[];
  readonly timeZone: string;
  readonly limits: CallLimits;
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
  readonly metrics: MetricsConfig;
}

/** How many calls may come in, for one caller and for one tenant; withheld numbers share half of the tenant's. */
export interface InboundLimits {
  readonly concurrentPerCaller: number;
  readonly perCallerPerDay: number;
  readonly concurrent: number;
  readonly perDay: number;
}

/** Limits against toll fraud and runaway cost. */
export interface CallLimits {
  readonly callsPerMinute: number;
  readonly callsPerDay: number;
  /** All people and tenants together. */
  readonly deployment: { readonly perMinute: number; readonly perDay: number };
  readonly maxCallMinutes: number;
  readonly inbound: InboundLimits;
  /** Null: the caller id's own country, or any in the sandbox. */
  readonly allowedCountries: readonly string[] | 'any' | null;
  /** Exceptions: special numbers that may be called. */
  readonly specialNumbers: NumberExceptions;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export class ConfigFault extends Error {
  override readonly name = 'ConfigFault';
  constructor(faults: readonly string[]) {
    super(`The settings need a change:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

const defaultPort = 3000;

export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables);
  const publicUrl = env.url('PUBLIC_URL', ['http:', 'https:']);
  const databaseUrl = readDatabaseUrl(env);
  const dataDir = resolve(env.text('DATA_DIR') ?? '.data');
  const config: Config = {
    host: env.text('HOST') ?? '127.0.0.1',
    port: env.integer('PORT', defaultPort, [0, 65_535]),
    portGiven: env.text('PORT') !== null,
    dataDir,
    webDir: join(import.meta.dirname, '../../../web/dist'),
    databaseUrl,
    files: readFiles(env, dataDir),
    filesKeys: readFilesKeys(env),
    mail: readMail(env),
    publicUrl,
    webOrigins: readOrigins(env),
    ...readAuthSecrets(env, databaseUrl),
    trustProxy: readTrustProxy(env),
    appKey: env.text('APP_KEY') ?? 'parley',
    identity: readIdentity(env),
    ...readCarrierConfig(env, publicUrl),
    model: readModel(env),
    voice: readVoice(env),
    localModelPorts: readLocalModelPorts(env),
    toolHosts: readToolHosts(env),
    timeZone: readTimeZone(env),
    limits: readLimits(env),
    drainSeconds: env.integer('DRAIN_SECONDS', 15, [0, 3600]),
    logLevel: env.choice('LOG_LEVEL', 'info', logLevels),
    metrics: readMetrics(env),
  };
  if (env.faults.length > 0) throw new ConfigFault(env.faults);
  return config;
}

/** Default of the limits for the whole deployment: as many times the limit of one person or organization. */
const deploymentFactor = 20;

function readLimits(env: Environment): CallLimits {
  const callsPerMinute = env.integer('CALLS_PER_MINUTE', 30, [1, 1_000_000]);
  const callsPerDay = env.integer('CALLS_PER_DAY', 500, [1, 10_000_000]);
  return {
    callsPerMinute,
    callsPerDay,
    deployment: {
      perMinute: env.integer('ALL_CALLS_PER_MINUTE', callsPerMinute * deploymentFactor, [1, 100_000_000]),
      perDay: env.integer('ALL_CALLS_PER_DAY', callsPerDay * deploymentFactor, [1, 1_000_000_000]),
    },
    maxCallMinutes: env.integer('MAX_CALL_MINUTES', 20, [1, 240]),
    inbound: {
      concurrentPerCaller: env.integer('INBOUND_CALLS_PER_CALLER', 3, [1, 1_000_000]),
      perCallerPerDay: env.integer('INBOUND_CALLS_PER_CALLER_PER_DAY', 50, [1, 10_000_000]),
      concurrent: env.integer('INBOUND_CALLS', 20, [1, 1_000_000]),
      perDay: env.integer('INBOUND_CALLS_PER_DAY', 1_000, [1, 10_000_000]),
    },
    allowedCountries: readCountries(env),
    specialNumbers: readNumberExceptions(env),
  };
}

function readDatabaseUrl(env: Environment): string | null {
  const value = env.secret('DATABASE_URL');
  if (value !== null && !/^(postgres|postgresql|socket):/.test(value)) {
    env.fault('DATABASE_URL must start with postgres:// or postgresql://.');
    return null;
  }
  return value;
}

function readOrigins(env: Environment): string[] | null {
  const origins = env.list('WEB_ORIGINS');
  for (const origin of origins ?? []) {
    if (URL.parse(origin)?.origin !== origin) {
      env.fault(
        `WEB_ORIGINS lists origins such as https://desk.example.com, without a path; "${origin}" is none.`,
      );
    }
  }
  return origins;
}

/** Other servers may share an outside database, so a server must not create a secret of its own for it. */
function readAuthSecrets(
  env: Environment,
  databaseUrl: string | null,
): Pick<Config, 'authSecret' | 'authSecretPrevious'> {
  const authSecret = env.secret('AUTH_SECRET');
  const authSecretPrevious = env.secret('AUTH_SECRET_PREVIOUS');
  if (authSecret === null && databaseUrl !== null) {
    env.fault(
      'AUTH_SECRET is required with DATABASE_URL, the same for all servers; openssl rand -base64 48 makes one. A server that ran without it kept its own in the data folder: AUTH_SECRET_FILE=DATA_DIR/auth-secret.',
    );
  }
  if (authSecret !== null && authSecret.length < shortestSecret)
    env.fault(`AUTH_SECRET must have at least ${shortestSecret} characters.`);
  if (authSecretPrevious !== null) {
    if (authSecretPrevious.length < shortestSecret)
      env.fault(`AUTH_SECRET_PREVIOUS must have at least ${shortestSecret} characters.`);
    if (authSecret === null)
      env.fault('AUTH_SECRET_PREVIOUS is set but AUTH_SECRET is not. AUTH_SECRET is the new secret.');
    if (authSecret === authSecretPrevious)
      env.fault(
        'AUTH_SECRET_PREVIOUS is the same as AUTH_SECRET. Leave it out, or set AUTH_SECRET to the new one.',
      );
  }
  return { authSecret, authSecretPrevious };
}

const shortestSecret = 32;

function readTrustProxy(env: Environment): boolean | string {
  const value = env.text('TRUST_PROXY');
  if (value === null || value === 'off' || value === 'false') return false;
  // Trusting every proxy would let any client choose the address that limits count by.
  if (value === 'true' || value === 'on') {
    env.fault(
      'TRUST_PROXY names the addresses of your proxies, e.g. 10.0.0.0/8 or loopback; "on" would trust anybody.',
    );
    return false;
  }
  return value;
}

function readTimeZone(env: Environment): string {
  const value = env.text('TIME_ZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    env.fault(`TIME_ZONE must be a name such as Europe/Berlin, not "${value}".`);
  }
  return value;
}

function readCountries(env: Environment): string[] | 'any' | null {
  const countries = env.list('ALLOWED_COUNTRIES')?.map((country) => country.toUpperCase()) ?? null;
  if (countries === null) return null;
  if (countries.length === 1 && countries[0] === 'ANY') return 'any';
  for (const country of countries) {
    if (!/^[A-Z]{2}$/.test(country)) {
      env.fault(
        `ALLOWED_COUNTRIES lists two-letter country codes such as US,CA, or any; "${country}" is none.`,
      );
    }
  }
  return countries;
}
