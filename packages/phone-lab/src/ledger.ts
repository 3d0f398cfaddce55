import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { CallRecord } from './call/record.ts';
import type { CallStatus, ProgressEvent } from './call/state-machine.ts';
import type { NumberRecord } from './number-record.ts';
import type { PretendedTime } from './pretended-time.ts';
import type { RecordingRecord } from './recording/record.ts';
import type { Side } from './speech/speech.ts';
import type { TextRecord } from './text/record.ts';
import type { WebhookAttempt } from './webhook/request.ts';

export type LedgerEvent =
  | { kind: 'call'; record: CallRecord }
  | { kind: 'call.deleted' }
  /** From now on this time is pretended. */
  | { kind: 'clock'; time: PretendedTime }
  | { kind: 'number'; number: NumberRecord }
  /** A text message, each time it changes; `callSid` is the sid of the message. */
  | { kind: 'text'; text: TextRecord }
  | { kind: 'text.deleted' }
  | { kind: 'progress'; event: ProgressEvent; status: CallStatus; sequence: number }
  | {
      kind: 'webhook';
      purpose: string;
      method: string;
      url: string;
      params: Record<string, string | string[]>;
      status: number | null;
      errorCode: number | null;
      attempts: WebhookAttempt[];
      ms: number;
    }
  /** What was heard, cut where it was interrupted; times are lab milliseconds since the call was created. */
  | { kind: 'said'; by: Side; text: string; cut: boolean; startMs: number; endMs: number }
  | { kind: 'recording'; recording: RecordingRecord }
  | { kind: 'recording.deleted'; recordingSid: string }
  | { kind: 'digit'; by: Side; digit: string }
  | { kind: 'played'; source: string; cut: boolean; startMs: number; endMs: number }
  | { kind: 'problem'; level: 'error' | 'warning'; code: number; message: string }
  | { kind: 'fault'; knob: string; detail: string }
  | { kind: 'expectation'; expected: string; met: boolean; heard: string }
  /** What an answering machine has recorded after its greeting. */
  | { kind: 'message'; text: string }
  | { kind: 'relay'; direction: 'to-app' | 'from-app'; message: unknown }
  /** Socket messages of a media stream except the sound. */
  | { kind: 'stream'; direction: 'to-app' | 'from-app'; message: unknown }
  /** Sound played over a stream without a pause: how much was heard, and how much was cleared before it was heard. */
  | { kind: 'heard'; streamSid: string; ms: number; clearedMs: number; startMs: number; endMs: number };

export type LedgerEntry = { n: number; at: string; callSid: string | null } & LedgerEvent;
export type LedgerListener = (entry: LedgerEntry) => void;

/** A ledger with more characters than this is compacted at the next start. */
const compactAbove = 32_000_000;
/** This many of the newest calls keep all their entries. */
const completeCalls = 200;

/** Append-only log of everything that happens: one line of JSON per entry, replayed at the next start. */
export class Ledger {
  #entries: LedgerEntry[] = [];
  /** The same entries by call. */
  readonly #byCall = new Map<string, LedgerEntry[]>();
  readonly #records: LedgerEntry[] = [];
  readonly #listeners = new Set<LedgerListener>();
  /** When each entry of this run was written, by a monotonic clock. */
  readonly #writtenAt = new WeakMap<LedgerEntry, number>();
  #file: number | null;
  #closed = false;

  constructor(dataDir: string | null) {
    if (!dataDir) {
      this.#file = null;
      return;
    }
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, 'ledger.jsonl');
    const old = existsSync(path) ? readFileSync(path, 'utf8') : '';
    this.#entries = readEntries(old);
    if (old.length > compactAbove) {
      this.#entries = compact(this.#entries);
      rewrite(path, this.#entries);
    }
    for (const entry of this.#entries) this.#index(entry);
    this.#file = openSync(path, 'a', 0o600);
    // A crash can leave half a line behind; the next entry starts on a new one.
    if (old !== '' && !old.endsWith('\n')) writeSync(this.#file, '\n');
  }

  append(callSid: string | null, event: LedgerEvent): LedgerEntry {
    const n = (this.#entries.at(-1)?.n ?? 0) + 1;
    const entry: LedgerEntry = { n, at: new Date().toISOString(), callSid, ...event };
    // What ends after the lab was stopped is not written.
    if (this.#closed) return entry;
    this.#entries.push(entry);
    this.#writtenAt.set(entry, performance.now());
    this.#index(entry);
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    for (const listener of [...this.#listeners]) listener(entry);
    return entry;
  }

  entries(callSid?: string): LedgerEntry[] {
    return callSid ? [...(this.#byCall.get(callSid) ?? [])] : [...this.#entries];
  }

  /** The entries with call records. */
  records(): LedgerEntry[] {
    return [...this.#records];
  }

  /** How long ago it was written; infinite for entries of earlier runs. */
  ageMs(entry: LedgerEntry): number {
    const at = this.#writtenAt.get(entry);
    return at === undefined ? Number.POSITIVE_INFINITY : performance.now() - at;
  }

  listen(listener: LedgerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #index(entry: LedgerEntry): void {
    if (entry.kind === 'call' || entry.kind === 'call.deleted') this.#records.push(entry);
    if (entry.callSid === null) return;
    const own = this.#byCall.get(entry.callSid);
    if (own) own.push(entry);
    else this.#byCall.set(entry.callSid, [entry]);
  }

  close(): void {
    this.#listeners.clear();
    this.#closed = true;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** Old calls keep their last record and what was said; webhooks, socket messages and progress are dropped. */
export function compact(entries: LedgerEntry[], keepComplete = completeCalls): LedgerEntry[] {
  const lastRecord = new Map<string, number>();
  const lastNumber = new Map<string, number>();
  const lastText = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind === 'call') lastRecord.set(entry.record.sid, entry.n);
    if (entry.kind === 'number') lastNumber.set(entry.number.phoneNumber, entry.n);
    if (entry.kind === 'text') lastText.set(entry.text.sid, entry.n);
  }
  const whole = new Set([...lastRecord.keys()].slice(-keepComplete));
  return entries.filter((entry) => {
    if (entry.kind === 'number') return lastNumber.get(entry.number.phoneNumber) === entry.n;
    if (entry.kind === 'text') return lastText.get(entry.text.sid) === entry.n;
    if (entry.callSid && whole.has(entry.callSid)) return true;
    if (entry.kind === 'call') return lastRecord.get(entry.record.sid) === entry.n;
    return entry.kind === 'said' || entry.kind === 'call.deleted' || entry.kind.startsWith('recording');
  });
}

function rewrite(path: string, entries: LedgerEntry[]): void {
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readEntries(text: string): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const line of text.split('\n')) {
    if (!line) continue;
    try {
      entries.push(JSON.parse(line) as LedgerEntry);
    } catch {
      // The incomplete last line after a crash.
    }
  }
  return entries;
}
