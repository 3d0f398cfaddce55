/** Lists calls as they happen: one read at the start, then the lab's event stream. */

const list = document.querySelector('#calls');
const empty = document.querySelector('#empty');
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const rows = new Map();
const endings = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function rowFor(sid) {
  const known = rows.get(sid);
  if (known) return known;
  const item = element('li');
  const top = element('div', 'top');
  const row = {
    item,
    who: element('span', 'who'),
    status: element('span', 'status'),
    when: element('time', 'when'),
  };
  row.said = element('ul', 'said');
  top.append(row.who, row.status, row.when);
  item.append(top, row.said);
  list.prepend(item);
  rows.set(sid, row);
  empty.hidden = true;
  return row;
}

function showCall(call) {
  const row = rowFor(call.sid);
  const made = new Date(call.createdAt);
  row.who.textContent = `${call.from} → ${call.to}`;
  row.status.textContent = call.status;
  row.status.dataset.status = call.status;
  row.status.dataset.live = String(!endings.has(call.status));
  row.when.textContent = time.format(made);
  row.when.dateTime = made.toISOString();
  row.when.title = made.toISOString();
}

function addLine(sid, speaker, text) {
  const line = element('li');
  line.append(element('b', '', speaker), text);
  rowFor(sid).said.append(line);
}

function showEntry(entry) {
  if (entry.kind === 'call') showCall(entry.record);
  if (entry.kind === 'said')
    addLine(entry.callSid, entry.by === 'app' ? 'app' : 'phone', entry.cut ? `${entry.text} —` : entry.text);
  if (entry.kind === 'digit')
    addLine(entry.callSid, entry.by === 'app' ? 'app' : 'phone', `pressed ${entry.digit}`);
  if (entry.kind === 'problem' && entry.callSid) addLine(entry.callSid, String(entry.code), entry.message);
  if (entry.kind === 'call.deleted') {
    rows.get(entry.callSid)?.item.remove();
    rows.delete(entry.callSid);
  }
}

/** What was said before the page was opened is in the ledger; replaying it draws the same page as watching. */
async function load() {
  const [info, ledger] = await Promise.all(
    ['/lab/info', '/lab/ledger?kinds=call,said,digit,problem,call.deleted&last=3000'].map(async (path) =>
      (await fetch(path)).json(),
    ),
  );
  const speed = info.speed === 1 ? '' : ` Calls run ${info.speed} times faster than life.`;
  document.querySelector('#lines').textContent = `${info.phoneNumbers.join(', ')}.${speed}`;
  list.replaceChildren();
  rows.clear();
  empty.hidden = false;
  for (const entry of ledger.entries) showEntry(entry);
}

const events = new EventSource('/lab/events');
events.addEventListener('entry', (event) => showEntry(JSON.parse(event.data)));
events.addEventListener('open', load);
