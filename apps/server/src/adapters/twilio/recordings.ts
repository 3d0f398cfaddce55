import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { AccountSource } from '../../ports/carrier-connection.ts';
import type { CarrierRecording, CarrierRecordings, PauseOutcome } from '../../ports/carrier-recordings.ts';
import { attempt, unavailable } from './calls.ts';
import type { SendRequest } from './client.ts';

/** A call has one; more than these are somebody else's doing. */
const mostOfCall = 20;
const twilioUrl = 'https://api.twilio.com';

/** What the SDK reads of a recording. */
interface RecordingFields {
  readonly sid: string;
  readonly callSid: string;
  readonly status: string;
  readonly duration: string | null;
  readonly channels: number | null;
  readonly startTime: Date | null;
  readonly errorCode: number | null;
}

export function carrierRecordings(
  send: SendRequest,
  source: Pick<AccountSource, 'accountSid' | 'baseUrl' | 'credentials' | 'reread'>,
): CarrierRecordings {
  return {
    async ofCall(callSid) {
      const listed = await attempt(() =>
        send((client) => client.recordings.list({ callSid, limit: mostOfCall })),
      );
      // A call without recordings has an empty list. No list at all: the account is another one, or closed.
      if (!listed.ok) return unavailable(listed.failure);
      const recordings = listed.value.map((one) => recordingOf(one as unknown as RecordingFields));
      // The filter is checked: a recording of another call must never be attached to this one.
      return { kind: 'found', recordings: recordings.filter((one) => one.carrierSid === callSid) };
    },

    async download(sid, signal) {
      try {
        let response = await request(sid, signal);
        if (response.status === 401 && (await source.reread().catch(() => false))) {
          await response.body?.cancel();
          response = await request(sid, signal);
        }
        if (response.ok && response.body) {
          const size = Number(response.headers.get('content-length') ?? Number.NaN);
          const body = Readable.fromWeb(response.body as ReadableStream);
          // Whoever reads it is told. Stopped before that, it would end the process.
          body.on('error', () => {});
          return { kind: 'found', size: Number.isInteger(size) ? size : null, body };
        }
        await response.body?.cancel();
        if (response.status === 404) return { kind: 'missing' };
        return { kind: 'unavailable', detail: `HTTP ${response.status}` };
      } catch (error) {
        return { kind: 'unavailable', detail: error instanceof Error ? error.name : 'unknown error' };
      }
    },

    pause: (callSid, paused) =>
      change(callSid, paused ? { status: 'paused', pauseBehavior: 'silence' } : { status: 'in-progress' }),

    stop: (callSid) => change(callSid, { status: 'stopped' }),

    async remove(sid) {
      const gone = await attempt(() => send((client) => client.recordings(sid).remove()));
      return gone.ok || gone.failure.kind === 'missing' ? { kind: 'gone' } : unavailable(gone.failure);
    },
  };

  /** The one recording that a call has is its current one, by whatever id. */
  async function change(
    callSid: string,
    changes: { readonly status: 'paused' | 'in-progress' | 'stopped'; readonly pauseBehavior?: string },
  ): Promise<PauseOutcome> {
    const changed = await attempt(() =>
      send((client) => client.calls(callSid).recordings('Twilio.CURRENT').update(changes)),
    );
    if (changed.ok) return { kind: 'done' };
    const { failure } = changed;
    // An account that may not ask is told nothing about the recording.
    const isCertain =
      failure.kind === 'missing' ||
      (failure.kind === 'refused' &&
        !failure.refusal.retryable &&
        failure.refusal.reason !== 'account_problem');
    return isCertain ? { kind: 'refused' } : unavailable(failure);
  }

  /** The address is made here: the one in the resource may be plain HTTP, and the extension decides the format. */
  function request(sid: string, signal: AbortSignal): Promise<Response> {
    const { authToken, apiKey } = source.credentials();
    const login = apiKey ? `${apiKey.sid}:${apiKey.secret}` : `${source.accountSid}:${authToken}`;
    const path = `/2010-04-01/Accounts/${source.accountSid}/Recordings/${encodeURIComponent(sid)}.wav`;
    return fetch(`${source.baseUrl ?? twilioUrl}${path}?RequestedChannels=2`, {
      headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
      signal,
    });
  }
}

function recordingOf(fields: RecordingFields): CarrierRecording {
  const seconds = Number(fields.duration ?? Number.NaN);
  return {
    sid: fields.sid,
    carrierSid: fields.callSid,
    state: fields.status === 'completed' ? 'complete' : fields.status === 'absent' ? 'absent' : 'running',
    seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
    channels: typeof fields.channels === 'number' ? fields.channels : null,
    startedAt: timeIn(fields.startTime),
    errorCode: typeof fields.errorCode === 'number' ? fields.errorCode : null,
  };
}

/** The SDK makes an invalid date of what it cannot read. */
function timeIn(value: Date | null): Date | null {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value : null;
}
