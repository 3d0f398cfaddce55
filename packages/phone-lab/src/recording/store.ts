import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../ledger.ts';
import type { RecordingRecord } from './record.ts';

/** All recordings of the account and their files; without a data folder both are kept in memory. */
export class RecordingStore {
  readonly #ledger: Ledger;
  readonly #folder: string | null;
  readonly #records = new Map<string, RecordingRecord>();
  /** Their data are kept without the sound. */
  readonly #deleted = new Map<string, RecordingRecord>();
  readonly #files = new Map<string, Buffer>();

  constructor(ledger: Ledger, dataDir: string | null) {
    this.#ledger = ledger;
    this.#folder = dataDir ? join(dataDir, 'recordings') : null;
    for (const entry of ledger.entries()) {
      if (entry.kind === 'recording') this.#records.set(entry.recording.sid, entry.recording);
      if (entry.kind === 'recording.deleted') this.#delete(entry.recordingSid, Date.parse(entry.at));
    }
    // Recordings in progress when the lab stopped have no file.
    for (const record of this.#records.values()) {
      if (record.status !== 'completed' && record.status !== 'absent')
        this.save({ ...record, status: 'absent', updatedAt: Date.now() });
    }
  }

  /** Newest first; those that were deleted come last. */
  all(withDeleted = false): RecordingRecord[] {
    const there = [...this.#records.values()].reverse();
    return withDeleted ? [...there, ...[...this.#deleted.values()].reverse()] : there;
  }

  find(sid: string): RecordingRecord | null {
    return this.#records.get(sid) ?? null;
  }

  save(record: RecordingRecord): void {
    this.#records.set(record.sid, record);
    this.#ledger.append(record.callSid, { kind: 'recording', recording: record });
  }

  saveFile(sid: string, file: Buffer): void {
    if (!this.#folder) {
      this.#files.set(sid, file);
      return;
    }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.#folder, `${sid}.wav`), file, { mode: 0o600 });
  }

  file(sid: string): Buffer | null {
    if (this.find(sid)?.status !== 'completed') return null;
    if (!this.#folder) return this.#files.get(sid) ?? null;
    const path = join(this.#folder, `${sid}.wav`);
    return existsSync(path) ? readFileSync(path) : null;
  }

  remove(sid: string): void {
    const record = this.#records.get(sid);
    if (!record) return;
    this.#delete(sid, Date.now());
    this.#files.delete(sid);
    if (this.#folder) rmSync(join(this.#folder, `${sid}.wav`), { force: true });
    this.#ledger.append(record.callSid, { kind: 'recording.deleted', recordingSid: sid });
  }
  #delete(sid: string, at: number): void {
    const record = this.#records.get(sid);
    if (record) this.#deleted.set(sid, { ...record, status: 'deleted', updatedAt: at });
    this.#records.delete(sid);
  }
}
