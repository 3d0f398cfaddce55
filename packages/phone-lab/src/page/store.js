import { endStatuses } from './format.js';

/** The state of the page, updated by the lab's events. Listeners are called at most once per animation frame. */
export class Store {
  calls = new Map();
  texts = new Map();
  handset = { wanted: true, taking: false, pages: 0, held: {} };
  online = true;
  #listeners = [];
  #isScheduled = false;
  #spoken = [];
  /** What has come since the history was asked for; null once it is there. */
  #meanwhile = null;

  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** Words of a call as they are heard, for reading aloud. */
  onSpoken(listener) {
    this.#spoken.push(listener);
  }

  changed() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      for (const listener of this.#listeners) listener();
    });
  }

  /** The history is being asked for. Returns what takes the answer: an entry that came meanwhile may not be in it. */
  beginLoading() {
    const meanwhile = [];
    this.#meanwhile = meanwhile;
    return (entries) => {
      // It was asked for again.
      if (this.#meanwhile !== meanwhile) return;
      this.#meanwhile = null;
      const last = entries.at(-1)?.n ?? 0;
      this.calls.clear();
      this.texts.clear();
      for (const entry of [...entries, ...meanwhile.filter(({ n }) => n > last)]) this.entry(entry);
      this.changed();
    };
  }

  /** Newest first. */
  list() {
    return [...this.calls.values()].reverse();
  }

  /** Text messages, newest first. */
  textList() {
    return [...this.texts.values()].reverse();
  }

  entry(entry) {
    this.#meanwhile?.push(entry);
    const sid = entry.callSid;
    if (entry.kind === 'call.deleted') this.calls.delete(sid);
    else if (entry.kind === 'text') this.texts.set(entry.text.sid, entry.text);
    else if (entry.kind === 'call') this.#call(entry.record);
    else if (sid) this.#addEntry(sid, entry);
    this.changed();
  }

  /** A word that is being heard. */
  live(word) {
    const call = this.calls.get(word.callSid);
    if (!call) return;
    const known = call.entries.find((item) => item.speech === word.speech);
    const item = known ?? { speech: word.speech, by: word.by, text: '', live: true, cut: false };
    if (!known) call.entries.push(item);
    if (word.what === 'word') item.text += word.word;
    if (word.what === 'ended') {
      item.live = false;
      item.cut = word.cut;
      if (!item.text.trim()) call.entries = call.entries.filter((one) => one !== item);
    }
    for (const listener of this.#spoken) listener(word, item);
    this.changed();
  }

  setHandset(handset) {
    this.handset = handset;
    this.changed();
  }

  setOnline(online) {
    this.online = online;
    this.changed();
  }

  #call(record) {
    const call = this.calls.get(record.sid) ?? { sid: record.sid, entries: [] };
    call.record = record;
    this.calls.set(record.sid, call);
    if (endStatuses.has(record.status)) for (const item of call.entries) item.live = false;
  }

  #addEntry(sid, entry) {
    const call = this.calls.get(sid);
    if (!call) return;
    const note = noteOf(entry);
    if (note) call.entries.push({ by: 'note', text: note, live: false, cut: false });
    if (entry.kind !== 'said') return;
    // What was shown word by word is replaced by the ledger's text.
    const open = call.entries.filter((item) => item.by === entry.by && item.live && !item.text.includes('…'));
    const shown = open.find((item) => item.text.trim() === entry.text) ?? open[0];
    if (shown) Object.assign(shown, { text: entry.text, cut: entry.cut, live: false });
    else call.entries.push({ by: entry.by, text: entry.text, cut: entry.cut, live: false });
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
