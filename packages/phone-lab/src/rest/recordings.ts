import { mix } from '../audio/mulaw.ts';
import { readChannels, writeWav } from '../audio/wav.ts';
import type { Switchboard } from '../call/switchboard.ts';
import type { FaultRule } from '../faults.ts';
import type { RecordingRecord } from '../recording/record.ts';
import { recordingView } from '../recording/view.ts';
import { notFound, notSupported, RestError } from './errors.ts';
import type { Form } from './form.ts';
import { dateFilters } from './list-calls.ts';
import { paged } from './paging.ts';
import type { RestResponse } from './response.ts';

/** Recordings of the account. */
export class RecordingsResource {
  readonly #board: Switchboard;

  constructor(board: Switchboard) {
    this.#board = board;
  }

  list(query: Form, path: string): RestResponse {
    const callSid = query.text('CallSid');
    const dates = dateFilters<RecordingRecord>(query, 'DateCreated', (record) => record.createdAt);
    const records = this.#board.recordingStore
      .all(query.text('IncludeSoftDeleted') === 'true')
      .filter((record) => callSid === null || record.callSid === callSid)
      .filter((record) => dates.every((passes) => passes(record)))
      .filter(() => query.text('ConferenceSid') === null);
    return {
      status: 200,
      body: paged({ records, key: 'recordings', view: (one) => this.#view(one), query, path }),
    };
  }

  fetch(sid: string, path: string): RestResponse {
    return { status: 200, body: this.#view(this.#find(sid, path)) };
  }

  remove(sid: string, path: string): RestResponse {
    const record = this.#find(sid, path);
    this.#board.live(record.callSid)?.recordings.stop(sid);
    this.#board.recordingStore.remove(sid);
    return { status: 204, body: null };
  }

  /** The sound itself; 404 until it has been processed. */
  media(sid: string, extension: string, query: Form, path: string): RestResponse {
    if (extension === '.mp3') throw notSupported('MP3: ask for .wav');
    const record = this.#find(sid, path);
    const file = this.#board.recordingStore.file(sid);
    if (!file) throw notFound(path);
    const asked = query.text('RequestedChannels');
    if (asked !== null && asked !== '1' && asked !== '2')
      throw new RestError(400, 20001, `RequestedChannels may be 1 or 2, got ${asked}`);
    if (asked === '2' && record.channels === 1)
      throw new RestError(400, 21220, 'The recording has one channel; two are not available.');
    const bytes = asked === '1' && record.channels === 2 ? mono(file) : file;
    const fault = this.#downloadFault(record);
    if (fault?.status !== undefined)
      throw new RestError(fault.status, fault.status === 404 ? 20404 : 20500, 'The download failed.');
    return { status: 200, body: null, media: { type: 'audio/x-wav', bytes, breaks: fault !== null } };
  }

  #downloadFault({ callSid }: RecordingRecord): FaultRule | null {
    const to = this.#board.find(callSid)?.to;
    const rule = this.#board.faults.trigger('recordingDownload', to === undefined ? {} : { to });
    if (rule)
      this.#board.ledger.append(callSid, { kind: 'fault', knob: 'recordingDownload', detail: 'media' });
    return rule;
  }

  #find(sid: string, path: string): RecordingRecord {
    const record = this.#board.recordingStore.find(sid);
    if (!record) throw notFound(path);
    return record;
  }

  #view(record: RecordingRecord): Record<string, unknown> {
    return recordingView(this.#board.account.sid, this.#board.origin(), record, 'account');
  }
}

function mono(file: Buffer): Buffer {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = readChannels(file);
  return writeWav([mix(first, second)]);
}
