import { setTimeout as delay } from 'node:timers/promises';
import type { DeskAnswer, DeskClient } from '../desk-client.ts';
import type { PlacedRequest } from './evidence.ts';

/** Enough for every restart of a server or database in a run. */
const mostTries = 120;
/** After this many refusals by the carrier the request is given up. */
const mostRefusals = 4;
const pauseMs = 250;

/** Places a call as the form does: after a network failure, or a refusal, the same request with the same key again. */
export async function placeWithRetries(
  client: DeskClient,
  to: string,
  message: string,
  agentId?: string,
): Promise<PlacedRequest> {
  const key = crypto.randomUUID();
  let refusal: string | null = null;
  let refusals = 0;
  for (let tries = 0; tries < mostTries && refusals < mostRefusals; tries += 1) {
    const answer = await client.place(to, { message, key, ...(agentId && { agentId }) }).catch(() => null);
    if (answer?.status === 200) return { key, to, callId: answer.body.callId, refusal: null };
    // Without an answer it may have been dialled, whatever earlier tries were answered.
    refusal = answer && String(answer.body?.code ?? answer.status);
    if (refusal?.startsWith('carrier_')) refusals += 1;
    await delay(pauseMs);
  }
  return { key, to, callId: null, refusal };
}

/** Ends a call from the desk, repeating the request while no server answers. */
export async function endWithRetries(client: DeskClient, callId: string): Promise<void> {
  let answer: DeskAnswer | null = null;
  for (let tries = 0; tries < mostTries && answer === null; tries += 1) {
    answer = await client.end(callId).catch(() => null);
    if (answer === null) await delay(pauseMs);
  }
}
