import { setTimeout as delay } from 'node:timers/promises';
import type { DeskAnswer, DeskClient } from '../desk-client.ts';
import type { PlacedRequest } from './evidence.ts';

/** As patient as somebody who really wants this call. */
const mostTries = 120;
/** What the carrier refuses again and again is given up sooner. */
const mostRefusals = 4;
const pauseMs = 250;

/** Places a call as the form does: after a network failure, or a refusal, the same request with the same key again. */
export async function placeInsistently(kit: DeskClient, to: string, message: string): Promise<PlacedRequest> {
  const key = crypto.randomUUID();
  let refusal: string | null = null;
  let refusals = 0;
  for (let tries = 0; tries < mostTries && refusals < mostRefusals; tries += 1) {
    const answer = await kit.place(to, { message, key }).catch(() => null);
    if (answer?.status === 200) return { key, to, callId: answer.body.callId, refusal: null };
    // Without an answer it may have been dialled, whatever was said to it before.
    refusal = answer && String(answer.body?.code ?? answer.status);
    if (refusal?.startsWith('carrier_')) refusals += 1;
    await delay(pauseMs);
  }
  return { key, to, callId: null, refusal };
}

/** Hangs up from the desk; a server that is away is asked again. */
export async function endInsistently(kit: DeskClient, callId: string): Promise<void> {
  let answer: DeskAnswer | null = null;
  for (let tries = 0; tries < mostTries && answer === null; tries += 1) {
    answer = await kit.end(callId).catch(() => null);
    if (answer === null) await delay(pauseMs);
  }
}
