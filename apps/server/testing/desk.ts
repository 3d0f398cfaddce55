import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lab } from '@parley/phone-lab';
import { pino } from 'pino';
import type { CallTestOverrides } from '../src/composition/calls.ts';
import { startServer } from '../src/composition/server.ts';
import { Shutdown } from '../src/composition/shutdown.ts';
import { readConfig } from '../src/config/config.ts';
import type { TestDatabase } from './database.ts';
import { DeskClient, type Person } from './desk-client.ts';
import { quickPasswords } from './quick-passwords.ts';
import { type ClerkMint, createClerkMint } from './tokens.ts';

const webOrigin = 'https://desk.example.com';
const appKey = 'parley';

/** What the servers of one deployment share. */
export interface Deployment {
  readonly lab: Lab;
  readonly mint: ClerkMint;
  /** The settings of a server of this deployment. */
  readonly settings: NodeJS.ProcessEnv;
}

export interface Desk extends AsyncDisposable {
  readonly url: string;
  readonly log: readonly string[];
  as(person?: Person): DeskClient;
  stop(): Promise<void>;
}

export async function createDeployment(
  database: Pick<TestDatabase, 'url' | 'secret'>,
  lab: Lab,
): Promise<Deployment> {
  const mint = await createClerkMint(appKey, webOrigin);
  return {
    lab,
    mint,
    settings: {
      DATABASE_URL: database.url,
      AUTH_SECRET: database.secret,
      PORT: '0',
      WEB_ORIGINS: webOrigin,
      APP_KEY: appKey,
      CLERK_PUBLISHABLE_KEY: mint.publishableKey,
      CLERK_JWT_KEY: mint.publicKey,
      ...carrierSettings(lab),
      DRAIN_SECONDS: '0',
      CALLS_PER_MINUTE: '1000',
      INBOUND_CALLS_PER_CALLER: '1000',
      INBOUND_CALLS_PER_CALLER_PER_DAY: '10000',
      INBOUND_CALLS: '1000',
      INBOUND_CALLS_PER_DAY: '10000',
    },
  };
}

export function carrierSettings(lab: Lab): NodeJS.ProcessEnv {
  return {
    TWILIO_ACCOUNT_SID: lab.accountSid,
    TWILIO_AUTH_TOKEN: lab.authToken,
    TWILIO_PHONE_NUMBER: lab.phoneNumbers[0],
    TWILIO_API_BASE_URL: lab.url,
  };
}

/** The real server inside the test's process, on a real port and database, with phone-lab as its carrier. */
export async function startDesk(
  deployment: Deployment,
  settings: NodeJS.ProcessEnv = {},
  testOverrides: CallTestOverrides = {},
): Promise<Desk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-desk-'));
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const shutdown = new Shutdown(log);
  const config = readConfig({ ...deployment.settings, DATA_DIR: dataDir, ...settings });
  const server = await startServer(config, log, shutdown, { passwords: quickPasswords, ...testOverrides });
  const stop = async () => {
    await shutdown.run(20_000);
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url: server.url,
    log: lines,
    as: (person = {}) => new DeskClient(server.url, deployment.mint, person),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
