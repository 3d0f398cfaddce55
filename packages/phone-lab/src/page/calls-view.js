import { h } from './dom.js';
import { endStatuses, isOutbound, lengthOf, numberOf, statusOf, timeOf, toneOf } from './format.js';
import { transcriptView } from './transcript-view.js';

const mostRows = 60;

/** All calls, newest first; each opens to its transcript. */
export function callsView(root, store) {
  const rows = new Map();
  const empty = h(
    'p',
    { className: 'about' },
    'No calls yet. Calls that your program places, and calls you make from here, appear as they happen.',
  );
  const list = h('div');
  root.append(empty, list);

  return () => {
    const calls = store.list().slice(0, mostRows);
    empty.hidden = calls.length > 0;
    const shown = new Set(calls.map((call) => call.sid));
    for (const [sid, row] of rows) {
      if (shown.has(sid)) continue;
      row.node.remove();
      rows.delete(sid);
    }
    for (const [index, call] of calls.entries()) {
      const row = rows.get(call.sid) ?? newRow(call, rows);
      if (list.children[index] !== row.node) list.insertBefore(row.node, list.children[index] ?? null);
      row.show(call);
    }
  };
}

function newRow(call, rows) {
  const time = timeOf(call.record.createdAt);
  const number = h('span', { className: 'number' });
  const status = h('span', { className: 'status' });
  const why = h('span', { className: 'why' });
  const transcript = transcriptView('What was said');
  const nothing = h('p', { className: 'about' }, 'Nothing was said.');
  const node = h(
    'details',
    { className: 'call-row' },
    h('summary', {}, number, status, why, h('time', { dateTime: time.iso, title: time.title }, time.text)),
    nothing,
    transcript.node,
  );
  const row = {
    node,
    show({ record, entries }) {
      const outbound = isOutbound(record);
      number.textContent = `${outbound ? '→' : '←'} ${numberOf(outbound ? record.to : record.from)}`;
      number.title = `from ${record.from} to ${record.to}`;
      status.textContent = statusOf(record);
      status.dataset.tone = toneOf(record);
      const who = record.callee === 'handset' ? 'this page' : (record.callee ?? '');
      const talked = record.answeredAt !== null && record.endedAt !== null;
      const length = talked ? ` · ${lengthOf(record.endedAt - record.answeredAt)}` : '';
      why.textContent = `${who === 'this page' ? 'you, on this page' : who}${length}`;
      nothing.hidden = entries.length > 0 || !endStatuses.has(record.status);
      transcript.node.hidden = entries.length === 0;
      if (node.open)
        transcript.show(entries, { app: 'Agent', party: who === 'this page' ? 'You' : 'Person', note: '' });
    },
  };
  node.addEventListener('toggle', () => row.show(call));
  rows.set(call.sid, row);
  return row;
}
