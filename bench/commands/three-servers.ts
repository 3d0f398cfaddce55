import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Lab, startLab } from '@parley/phone-lab';
import type pg from 'pg';
import { connectOwner, ownerOf } from '../desk/embedded-database.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { type DeskRequests, deskRequests } from '../knowledge/try-agent.ts';
import { SlowCarrier } from './slow-carrier.ts';

/** Whoever has a number that begins so answers at once and says nothing. */
const beginning = '+1202555';

/** Three servers of one deployment, the first of which has the database. */
export interface ThreeServers {
  readonly desks: readonly DeskRequests[];
  /** When a server has ended the session of a call at the carrier, by `performance.now()`. */
  readonly endings: ReadonlyMap<string, number>;
  readonly owner: pg.Client;
  /** The carrier's id of the call to a number. */
  sidOf(number: string): string;
  stop(): Promise<void>;
}

export interface LiveCall {
  readonly id: string;
  readonly sid: string;
}

export async function startThreeServers(): Promise<ThreeServers> {
  const lab = await startLab({ cps: 1_000, voice: 'tones' });
  lab.callees.define('listens', {
    ...{ ring: 100, patienceMs: 'endless', manners: false },
    script: [{ silence: 900_000 }],
  });
  lab.callees.setRange(beginning, ['listens']);
  const endings = new Map<string, number>();
  lab.onEntry((entry) => {
    if (entry.kind === 'relay' && entry.direction === 'from-app' && isEnd(entry.message))
      endings.set(entry.callSid ?? '', performance.now());
  });
  const carrier = await SlowCarrier.start(lab.url);
  const tokens = makeTokens();
  const settings = { ...tokens.settings, ...settingsOf(lab, carrier) };
  const folders = [newDataDir(), newDataDir(), newDataDir()] as const;
  const servers: Product[] = [];
  const stop = async () => {
    // The first one last: the others need its database.
    for (const server of servers.toReversed()) await server.stop();
    await carrier.stop();
    await lab.stop();
    for (const folder of folders) removeDataDir(folder);
  };
  try {
    const [first, ...others] = folders;
    servers.push(await startProduct(first, settings));
    const shared = { ...settings, DATABASE_URL: urlOf(ownerOf(first)) };
    for (const folder of others) servers.push(await startProduct(folder, shared));
    const owner = await connectOwner(first);
    return {
      ...{ owner, endings },
      sidOf: (number) => lab.calls().find(({ to }) => to === number)?.sid ?? '',
      desks: servers.map(({ url }) => deskRequests(url, tokens.of('commands'))),
      stop: async () => {
        await owner.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function isEnd(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'end';
}

function settingsOf(lab: Lab, carrier: SlowCarrier): Record<string, string> {
  return {
    ...{ TWILIO_ACCOUNT_SID: lab.accountSid, TWILIO_AUTH_TOKEN: lab.authToken },
    ...{ TWILIO_PHONE_NUMBER: lab.phoneNumbers[0] ?? '', TWILIO_API_BASE_URL: carrier.url },
    ...{ AUTH_SECRET: randomBytes(48).toString('base64url'), DRAIN_SECONDS: '0' },
    ...{ CALLS_PER_MINUTE: '1000000', CALLS_PER_DAY: '10000000' },
  };
}

/** The database listens in a folder alone. */
function urlOf({ host = '', port, user, password, database }: pg.ClientConfig): string {
  const login = `${user}:${encodeURIComponent(String(password))}`;
  return `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

let lastNumber = 1_000;
/** So many calls, without those that have failed: the first server holds them, and the agent has begun to speak. */
export async function liveCalls(
  { desks, owner, sidOf }: ThreeServers,
  count: number,
): Promise<readonly LiveCall[]> {
  const place = async (): Promise<LiveCall> => {
    lastNumber += 1;
    const phoneNumber = `${beginning}${lastNumber}`;
    const message = 'Ask whether they will come on Monday.';
    const placed = await desks[0]?.request('POST', '/api/twilio/gs-dental/call', { phoneNumber, message });
    return { id: (placed as { callId: string }).callId, sid: sidOf(phoneNumber) };
  };
  const calls = await Promise.all(Array.from({ length: count }, place));
  for (;;) {
    const { rows } = await owner.query<{ id: string; server: string | null; isOver: boolean }>(
      `select calls.id, server_id as server, ended_at is not null as "isOver"
       from calls left join live_sessions on live_sessions.call_id = calls.id
         and exists (select from transcript_entries where transcript_entries.call_id = calls.id)
       where calls.id = any($1)`,
      [calls.map(({ id }) => id)],
    );
    const speaking = rows.filter(({ server }) => server !== null);
    if (new Set(speaking.map(({ server }) => server)).size > 1)
      throw new Error('One server was to hold all calls.');
    // On a machine that is busy with other work a call may fail.
    if (rows.every(({ server, isOver }) => server !== null || isOver))
      return calls.filter(({ id }) => speaking.some((one) => one.id === id));
    await delay(50);
  }
}
