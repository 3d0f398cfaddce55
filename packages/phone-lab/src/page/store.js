import { endings } from './words.js';

/** Everything the page knows, kept up by the lab's events. Views are told once per frame that something changed. */
export class Store {
  calls = new Map();
  desk = { wanted: true, taking: false, pages: 0, held: {} };
  online = true;
  #listeners = [];
  #isTold = false;
  #spoken = [];

  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** Words of a call as they are heard; for reading aloud. */
  onSpoken(listener) {
    this.#spoken.push(listener);
  }

  changed() {
    if (this.#isTold) return;
    this.#isTold = true;
    requestAnimationFrame(() => {
      this.#isTold = false;
      for (const listener of this.#listeners) listener();
    });
  }

  reset(entries) {
    this.calls.clear();
    for (const entry of entries) this.entry(entry);
    this.changed();
  }

  /** Newest first. */
  list() {
    return [...this.calls.values()].reverse();
  }

  entry(entry) {
    const sid = entry.callSid;
    if (entry.kind === 'call.deleted') this.calls.delete(sid);
    else if (entry.kind === 'call') this.#call(entry.record);
    else if (sid) this.#line(sid, entry);
    this.changed();
  }

  /** A word that is being heard. */
  live(word) {
    const call = this.calls.get(word.callSid);
    if (!call) return;
    const known = call.lines.find((line) => line.speech === word.speech);
    const line = known ?? { speech: word.speech, by: word.by, text: '', live: true, cut: false };
    if (!known) call.lines.push(line);
    if (word.what === 'word') line.text += word.word;
    if (word.what === 'ended') {
      line.live = false;
      line.cut = word.cut;
      if (!line.text.trim()) call.lines = call.lines.filter((one) => one !== line);
    }
    for (const listener of this.#spoken) listener(word, line);
    this.changed();
  }

  setDesk(desk) {
    this.desk = desk;
    this.changed();
  }

  setOnline(online) {
    this.online = online;
    this.changed();
  }

  #call(record) {
    const call = this.calls.get(record.sid) ?? { sid: record.sid, lines: [] };
    call.record = record;
    this.calls.set(record.sid, call);
    if (endings.has(record.status)) for (const line of call.lines) line.live = false;
  }

  #line(sid, entry) {
    const call = this.calls.get(sid);
    if (!call) return;
    const note = noteOf(entry);
    if (note) call.lines.push({ by: 'note', text: note, live: false, cut: false });
    if (entry.kind !== 'said') return;
    // What was watched word by word is there already; the ledger has the last word on it.
    const open = call.lines.filter((line) => line.by === entry.by && line.live && !line.text.includes('…'));
    const watched = open.find((line) => line.text.trim() === entry.text) ?? open[0];
    if (watched) Object.assign(watched, { text: entry.text, cut: entry.cut, live: false });
    else call.lines.push({ by: entry.by, text: entry.text, cut: entry.cut, live: false });
  }
}

function noteOf(entry) {
  switch (entry.kind) {
    case 'digit':
      return entry.by === 'app' ? `The agent pressed ${entry.digit}` : `You pressed ${entry.digit}`;
    case 'problem':
      return `${entry.level === 'error' ? 'Error' : 'Warning'} ${entry.code}: ${entry.message}`;
    case 'fault':
      return `Fault: ${entry.knob}, ${entry.detail}`;
    case 'played':
      return `A recording was played${entry.cut ? ' in part' : ''}`;
    default:
      return null;
  }
}
