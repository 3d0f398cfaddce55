import type { LiveCall } from '../call/live-call.ts';
import type { Switchboard } from '../call/switchboard.ts';
import type { RecordingRecord } from '../recording/record.ts';
import { recordingView } from '../recording/view.ts';
import { notFound, RestError } from './errors.ts';
import type { Form } from './form.ts';
import { dateFilters } from './list-calls.ts';
import { paged } from './paging.ts';
import { readRecording } from './recording-form.ts';
import type { RestResponse } from './response.ts';

/** Recordings of one call: started, paused and stopped while it is live. */
export class CallRecordingsResource {
  readonly #board: Switchboard;

  constructor(board: Switchboard) {
    this.#board = board;
  }

  create(callSid: string, form: Form, path: string): RestResponse {
    const settings = readRecording(form, 'StartCallRecordingAPI');
    const { recordings } = this.#answered(callSid, path);
    if (!recordings.takesRequests) throw notEligible();
    const { record } = recordings.start(settings);
    return { status: 201, body: this.#view(record) };
  }

  list(callSid: string, query: Form, path: string): RestResponse {
    if (!this.#board.find(callSid)) throw notFound(path);
    const dates = dateFilters<RecordingRecord>(query, 'DateCreated', (record) => record.createdAt);
    const records = this.#board.recordingStore
      .all()
      .filter((record) => record.callSid === callSid && dates.every((passes) => passes(record)));
    return {
      status: 200,
      body: paged({ records, key: 'recordings', view: (one) => this.#view(one), query, path }),
    };
  }

  fetch(callSid: string, sid: string, path: string): RestResponse {
    return { status: 200, body: this.#view(this.#find(callSid, sid, path)) };
  }

  update(callSid: string, sid: string, form: Form, path: string): RestResponse {
    const record = this.#find(callSid, sid, path);
    const status = form.text('Status') ?? '';
    const how = form.text('PauseBehavior') === 'skip' ? 'skip' : 'silence';
    const recordings = this.#board.live(callSid)?.recordings;
    const actions: Record<string, (() => boolean | undefined) | undefined> = {
      paused: () => recordings?.pause(record.sid, how),
      'in-progress': () => recordings?.pause(record.sid, null),
      stopped: () => recordings?.stop(record.sid),
    };
    const action = actions[status];
    if (!action)
      throw new RestError(400, 20001, `Status may be paused, in-progress or stopped, got ${status}`);
    if (status !== 'stopped' && recordings?.takesRequests === false) throw notEligible();
    if (!action()) throw new RestError(400, 21220, 'The recording is not in progress.');
    return { status: 200, body: this.#view(this.#find(callSid, record.sid, path)) };
  }

  remove(callSid: string, sid: string, path: string): RestResponse {
    const record = this.#find(callSid, sid, path);
    this.#board.live(callSid)?.recordings.stop(record.sid);
    this.#board.recordingStore.remove(record.sid);
    return { status: 204, body: null };
  }

  #answered(callSid: string, path: string): LiveCall {
    if (!this.#board.find(callSid)) throw notFound(path);
    const call = this.#board.live(callSid);
    if (call?.record.status === 'in-progress') return call;
    throw notEligible();
  }

  #find(callSid: string, sid: string, path: string): RecordingRecord {
    const current = sid === 'Twilio.CURRENT' ? this.#board.live(callSid)?.recordings.current() : null;
    const record = current ?? this.#board.recordingStore.find(sid);
    if (record?.callSid !== callSid) throw notFound(path);
    return record;
  }

  #view(record: RecordingRecord): Record<string, unknown> {
    return recordingView(this.#board.account.sid, this.#board.origin(), record, 'call');
  }
}

function notEligible(): RestError {
  return new RestError(400, 21220, 'Requested resource is not eligible for recording');
}
