import { samplesPerMs } from '../audio/mulaw.ts';
import { readWav, WavError } from '../audio/wav.ts';
import { sendDigits } from '../call/digits.ts';
import type { Leg } from '../call/exchange.ts';
import { sleep } from '../clock.ts';
import { sendWebhook } from '../webhook/request.ts';
import { readSeconds, resolveUrl, type Verb } from './verb.ts';

/** Audio whose length cannot be read counts as this long. */
const unknownLengthMs = 3_000;

/** Fetches the file as Twilio would and takes the time it lasts; it is heard where sound is listened to or recorded. */
export const play: Verb = async (node, { call, signal, documentUrl }) => {
  call.answer();
  const digits = node.attributes.digits;
  if (digits) {
    await sendDigits(call.line, 'app', digits);
    return 'next';
  }
  const url = resolveUrl(node.text, documentUrl);
  const audio = await fetchAudio(call, url);
  if (audio === null) return 'next';
  const loops = readSeconds(node.attributes.loop, 1) || 1000;
  const startMs = call.labMs();
  const stop = audio.sound ? call.audio.playFile(audio.sound, loops) : () => {};
  try {
    await sleep(call.exchange.clock, audio.ms * loops, signal);
  } finally {
    stop();
    const cut = signal.aborted;
    call.exchange.ledger.append(call.sid, { kind: 'played', source: url, cut, startMs, endMs: call.labMs() });
  }
  return 'next';
};

export interface FetchedAudio {
  ms: number;
  /** Null where the file is not one the lab can read. */
  sound: Buffer | null;
}

/** Fetches a file as Twilio would; null when it cannot be had, which is told in the ledger. */
export async function fetchAudio(call: Leg, url: string): Promise<FetchedAudio | null> {
  const authToken = call.exchange.account.authToken;
  const { response, errorCode } = await sendWebhook({ url, method: 'GET', params: {}, authToken });
  if (response && errorCode === null) return readAudio(response.body);
  call.problem('error', errorCode ?? 11200, `Audio could not be fetched from ${url}; it was skipped.`);
  return null;
}

function readAudio(bytes: Buffer): FetchedAudio {
  try {
    const sound = readWav(bytes);
    return { ms: sound.length / samplesPerMs, sound };
  } catch (error) {
    if (error instanceof WavError) return { ms: unknownLengthMs, sound: null };
    throw error;
  }
}
