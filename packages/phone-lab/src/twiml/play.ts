import { sendDigits } from '../call/digits.ts';
import type { Leg } from '../call/exchange.ts';
import { sleep } from '../clock.ts';
import { sendWebhook } from '../webhook/request.ts';
import { readSeconds, resolveUrl, type Verb } from './verb.ts';

/** Audio whose length cannot be read counts as this long. */
const unknownLengthMs = 3_000;

/** Fetches the file as Twilio would and takes the time it lasts; nobody hears sound in the lab. */
export const play: Verb = async (node, { call, signal, documentUrl }) => {
  call.answer();
  const digits = node.attributes.digits;
  if (digits) {
    await sendDigits(call.line, 'app', digits);
    return 'next';
  }
  const url = resolveUrl(node.text, documentUrl);
  const length = await fetchAudioMs(call, url);
  if (length === null) return 'next';
  const loops = readSeconds(node.attributes.loop, 1) || 1000;
  const startMs = call.labMs();
  try {
    await sleep(call.exchange.clock, length * loops, signal);
  } finally {
    const cut = signal.aborted;
    call.exchange.ledger.append(call.sid, { kind: 'played', source: url, cut, startMs, endMs: call.labMs() });
  }
  return 'next';
};

/** Fetches a file as Twilio would; null when it cannot be had, which is told in the ledger. */
export async function fetchAudioMs(call: Leg, url: string): Promise<number | null> {
  const authToken = call.exchange.account.authToken;
  const { response, errorCode } = await sendWebhook({ url, method: 'GET', params: {}, authToken });
  if (response && errorCode === null) return audioMs(response.body);
  call.problem('error', errorCode ?? 11200, `Audio could not be fetched from ${url}; it was skipped.`);
  return null;
}

/** The length of a WAV file by its header. */
export function audioMs(bytes: Buffer): number {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') return unknownLengthMs;
  const byteRate = bytes.readUInt32LE(28);
  return byteRate > 0 ? Math.round(((bytes.readUInt32LE(4) - 36) / byteRate) * 1000) : unknownLengthMs;
}
