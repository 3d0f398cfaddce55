import type { Leg } from '../call/leg.ts';
import type { FaultRule } from '../faults.ts';
import { newSid } from '../ids.ts';
import { sendRecordingCallback } from './callbacks.ts';
import type { RecordingRecord, RecordingSource } from './record.ts';
import { Recorder } from './recorder.ts';
import type { RecordingSettings } from './settings.ts';

interface Running {
  settings: RecordingSettings;
  recorder: Recorder;
  stopFrames: () => void;
  record: RecordingRecord;
  /** Settles when the file is stored, or when there will be none. */
  done: PromiseWithResolvers<RecordingRecord>;
}

/** From the end of a recording until its file is available, in lab milliseconds. */
const processingMs = 500;

/** The recordings in progress of one call. */
export class CallRecordings {
  readonly #call: Leg;
  readonly #running = new Map<string, Running>();
  /** The recording of Record=true, named by the last status callback. */
  #ofApi: RecordingRecord | null = null;
  #isRelay = false;

  constructor(call: Leg) {
    this.#call = call;
  }

  get ofApi(): RecordingRecord | null {
    return this.#ofApi;
  }

  /** Whether requests can start, pause and resume: not while ConversationRelay has the call. */
  get takesRequests(): boolean {
    return !this.#isRelay;
  }

  setRelay(isRelay: boolean): void {
    this.#isRelay = isRelay;
  }

  start(settings: RecordingSettings): { record: RecordingRecord; done: Promise<RecordingRecord> } {
    const now = this.#call.time();
    const record: RecordingRecord = {
      sid: newSid('RE'),
      callSid: this.#call.sid,
      source: this.#fault('recordingUnknownSource') ? 'SourceOfTomorrow' : settings.source,
      status: 'in-progress',
      channels: settings.channels,
      track: settings.track,
      seconds: null,
      errorCode: null,
      startedAt: now,
      createdAt: now,
      updatedAt: now,
    };
    const recorder = new Recorder(settings);
    const stopFrames = this.#call.audio.listen(
      (party, app, at) => recorder.addFrame(party, app, at),
      'recording',
    );
    recorder.follow(this.#call.audio.timeline);
    const done = Promise.withResolvers<RecordingRecord>();
    this.#running.set(record.sid, { settings, recorder, stopFrames, record, done });
    if (settings.source === 'OutboundAPI') this.#ofApi = record;
    this.#call.carrier.recordingStore.save(record);
    sendRecordingCallback(this.#call, settings, record, 'in-progress');
    return { record, done: done.promise };
  }

  /** The newest recording in progress: `Twilio.CURRENT`. */
  current(): RecordingRecord | null {
    return [...this.#running.values()].at(-1)?.record ?? null;
  }

  named(name: string): RecordingRecord | null {
    return [...this.#running.values()].find((one) => one.settings.name === name)?.record ?? null;
  }

  /** False when it is not in progress. */
  pause(sid: string, how: 'skip' | 'silence' | null): boolean {
    const running = this.#running.get(sid);
    if (!running) return false;
    running.recorder.pause(how);
    this.#update(running, { status: how ? 'paused' : 'in-progress' });
    return true;
  }

  stop(sid: string): boolean {
    const running = this.#running.get(sid);
    if (!running) return false;
    this.#running.delete(sid);
    running.stopFrames();
    const { voices } = this.#call.carrier;
    const swapped = this.#fault('recordingSwapped') !== null;
    const { file, seconds } = running.recorder.finish(voices, swapped);
    const absent = this.#fault('recordingAbsent');
    const wrong = this.#fault('recordingWrongLength');
    const isThere = seconds > 0 && !absent;
    // Rounded up, as for calls.
    const stated = Math.ceil(seconds + (wrong ? (wrong.ms ?? 60_000) / 1000 : 0));
    this.#update(running, { status: 'processing', seconds: absent ? 0 : stated });
    if (running.record === this.#ofApi || running.record.sid === this.#ofApi?.sid)
      this.#ofApi = running.record;
    this.#call.carrier.clock.after(processingMs, async () => {
      const sound = await file;
      // The lab was stopped meanwhile; at its next start the recording has no file.
      if (voices?.closed) return;
      // Deleted meanwhile: its sound must not be stored any more, and nobody waits for it.
      if (!this.#call.carrier.recordingStore.find(sid)) return running.done.resolve(running.record);
      if (isThere) this.#call.carrier.recordingStore.saveFile(sid, sound);
      const status = isThere ? 'completed' : 'absent';
      this.#update(running, { status, errorCode: absent ? (absent.status ?? 1) : null });
      sendRecordingCallback(this.#call, running.settings, running.record, status);
      running.done.resolve(running.record);
    });
    return true;
  }

  stopAll(): void {
    for (const sid of [...this.#running.keys()]) this.stop(sid);
  }

  /** Discards recordings from one source, as if they had never been requested. */
  drop(source: RecordingSource): void {
    for (const [sid, running] of this.#running) {
      if (running.settings.source !== source) continue;
      this.#running.delete(sid);
      running.stopFrames();
      this.#call.carrier.recordingStore.remove(sid);
      if (this.#ofApi?.sid === sid) this.#ofApi = null;
      running.done.resolve({ ...running.record, status: 'absent' });
    }
  }

  #fault(
    knob: 'recordingUnknownSource' | 'recordingAbsent' | 'recordingWrongLength' | 'recordingSwapped',
  ): FaultRule | null {
    const rule = this.#call.carrier.faults.trigger(knob, { to: this.#call.record.to });
    if (rule) this.#call.carrier.ledger.append(this.#call.sid, { kind: 'fault', knob, detail: 'recording' });
    return rule;
  }

  #update(running: Running, changes: Partial<RecordingRecord>): void {
    running.record = { ...running.record, ...changes, updatedAt: this.#call.time() };
    // A recording that was deleted while in progress stays deleted.
    if (this.#call.carrier.recordingStore.find(running.record.sid))
      this.#call.carrier.recordingStore.save(running.record);
  }
}
