import { type Media, MediaError, readMedia } from '../audio/media.ts';
import { sendDigits } from '../call/digits.ts';
import type { Leg } from '../call/leg.ts';
import { sleep } from '../clock.ts';
import { sendWebhook } from '../webhook/request.ts';
import { readWhole, resolveUrl } from './attribute-values.ts';
import type { Verb } from './verb.ts';

/** In bytes; longer files are cut. About four hours in common formats at telephone quality. */
const longestFile = 40_000_000;

/** Fetches the file and plays it; it is audible in streams and recordings. */
export const play: Verb = async (node, { call, signal, documentUrl }) => {
  call.answer();
  const digits = node.attributes.digits;
  if (digits) {
    await sendDigits(call.channel, 'app', digits);
    return 'next';
  }
  const url = resolveUrl(node.text, documentUrl);
  const audio = await fetchAudio(call, url);
  if (audio === null) return 'next';
  const loops = readWhole(node.attributes.loop, 1) || 1000;
  const startMs = call.labMs();
  const stop = audio.sound ? call.audio.playFile(audio.sound, loops) : () => {};
  try {
    await sleep(call.carrier.clock, audio.ms * loops, signal);
  } finally {
    stop();
    const cut = signal.aborted;
    call.carrier.ledger.append(call.sid, { kind: 'played', source: url, cut, startMs, endMs: call.labMs() });
  }
  return 'next';
};

/** Fetches a file; null when it cannot be fetched or played, with an error in the ledger. */
export async function fetchAudio(call: Leg, url: string): Promise<Media | null> {
  const authToken = call.carrier.account.authToken;
  const { response, errorCode } = await sendWebhook({
    url,
    method: 'GET',
    params: {},
    authToken,
    longestBody: longestFile,
  });
  if (!response || errorCode !== null) {
    call.problem('error', errorCode ?? 11200, `Audio could not be fetched from ${url}; it was skipped.`);
    return null;
  }
  try {
    return readMedia(response.contentType, response.body);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    call.problem('error', 12300, `Invalid Content-Type: ${url} was skipped: ${error.message}.`);
    return null;
  }
}
