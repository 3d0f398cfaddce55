import type { GuardedFetch } from '../guarded-fetch.ts';
import { HostRefused } from '../host-guard.ts';

export interface ExchangeRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For everything: to connect, to send, and to read the answer to its end. */
  readonly limitMs: number;
  readonly signal: AbortSignal | null;
  /** How much of an answer is read. */
  readonly bytesMax?: number;
  /** Whether what was read so far is all that is needed; some services leave the connection open behind it. */
  readonly isEnough?: (headers: Headers, text: string) => boolean;
}

/**
 * How one request ended. What matters to a tool that changes something is whether the other side can have acted: `not_sent`
 * is certain that it has not, `lost` knows nothing.
 */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Headers;
      readonly bytes: Uint8Array;
      /** False where the answer was longer than is read. */
      readonly complete: boolean;
    }
  | { readonly kind: 'refused' | 'not_sent' | 'lost'; readonly why: string };

/** Enough to find the parts of an answer that become variables; a model is told less. */
const usualBytesMax = 256 * 1024;

export async function exchange(
  send: GuardedFetch,
  { url, method, headers, body, limitMs, signal, isEnough, bytesMax = usualBytesMax }: ExchangeRequest,
): Promise<Exchange> {
  const limit = AbortSignal.timeout(Math.ceil(limitMs));
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  let connected = false;
  try {
    const response = await send(url, {
      ...{ method, headers, body, signal: either },
      onConnected: () => {
        connected = true;
      },
    });
    const { bytes, complete } = await read(
      response.body,
      bytesMax,
      (text) => isEnough?.(response.headers, text) ?? false,
    );
    return { kind: 'answered', status: response.status, headers: response.headers, bytes, complete };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof HostRefused)
      return { kind: cause.refusal === 'unresolved' ? 'not_sent' : 'refused', why: cause.message };
    if (limit.aborted)
      return connected
        ? { kind: 'lost', why: `No answer came within ${inSeconds(limitMs)}.` }
        : { kind: 'not_sent', why: `The service could not be reached within ${inSeconds(limitMs)}.` };
    if (!connected) return { kind: 'not_sent', why: 'The service could not be reached.' };
    return {
      kind: 'lost',
      why: signal?.aborted
        ? 'The call was over before an answer came.'
        : 'The connection broke off before the answer was there.',
    };
  }
}

function inSeconds(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}

async function read(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
  isEnough: (text: string) => boolean,
): Promise<{ bytes: Uint8Array; complete: boolean }> {
  if (!body) return { bytes: new Uint8Array(), complete: true };
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the connection: what else the other side sends is not waited for.
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax || isEnough(Buffer.concat(chunks).toString('utf8'))) break;
  }
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, bytesMax), complete: length <= bytesMax };
}
