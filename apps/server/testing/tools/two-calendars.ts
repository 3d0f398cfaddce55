import { emptyHttpTool, type HttpToolConfig } from '@parley/contract';
import { expect } from 'vitest';
import { AgentRequests } from '../agent-requests.ts';
import type { DeskClient } from '../desk-client.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import { type BookingCalendar, startBookingCalendar } from './booking-calendar.ts';
import { createTool } from './tool-requests.ts';

const limitSeconds = 5;

/** One that honours keys, and one that does not. */
export interface Calendars {
  readonly keyed: BookingCalendar;
  readonly plain: BookingCalendar;
  stop(): Promise<void>;
}

/** Conversations and time limits run `speed` times faster; the calendars do not. */
export async function startCalendars(seed: number, speed: number): Promise<Calendars> {
  // Later than the conversation waits, and sooner than the answer is given up.
  const lateMs = (limitSeconds * 1_000 * 1.5) / speed;
  const keyed = await startBookingCalendar(true, seededRandom(seed, 'keyed'), lateMs);
  const plain = await startBookingCalendar(false, seededRandom(seed, 'plain'), lateMs);
  return {
    ...{ keyed, plain },
    stop: async () => {
      await keyed[Symbol.asyncDispose]();
      await plain[Symbol.asyncDispose]();
    },
  };
}

/** Gives an agent a tool for each calendar, and publishes it. */
export async function giveTools(client: DeskClient, agentId: string, calendars: Calendars): Promise<void> {
  const agents = new AgentRequests(client);
  const use: { id: string }[] = [];
  for (const config of [toolOf('book_keyed', calendars.keyed), toolOf('book_plain', calendars.plain)])
    use.push({ id: await createTool(client, config) });
  await agents.save(agentId, (config) => {
    config.tools = { use, texts: [] };
  });
  expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
}

function toolOf(name: 'book_keyed' | 'book_plain', calendar: BookingCalendar): HttpToolConfig {
  return {
    ...emptyHttpTool(name),
    ...{ purpose: 'Books an appointment.', method: 'POST', address: calendar.url, limitSeconds },
    inputs: { type: 'object', properties: { start: { type: 'string' } }, required: ['start'] },
    ...{ changes: true, honoursKey: name === 'book_keyed', runInSandbox: true },
  };
}
