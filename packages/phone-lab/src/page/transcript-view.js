import { h } from './dom.js';

const speakers = { app: 'Agent', party: 'You', note: '' };

/** The transcript of a call. Entries are updated in place, so that scrolling stays and screen readers read them once. */
export function transcriptView(label) {
  const list = h('ol');
  const log = h('div', { className: 'transcript', tabIndex: 0, role: 'log', aria: { label } }, list);
  const items = new Map();
  return {
    node: log,
    show(entries, names = speakers) {
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
      // Screen readers read an entry when it is complete, not at every word.
      log.ariaBusy = String(entries.some((entry) => entry.live));
      for (const [entry, item] of items) {
        if (entries.includes(entry)) continue;
        item.node.remove();
        items.delete(entry);
      }
      for (const entry of entries) {
        const item = items.get(entry) ?? addItem(list, items, entry, names);
        const text = readable(entry.text);
        if (item.words.textContent !== text) item.words.textContent = text;
        item.node.dataset.live = String(entry.live);
        item.node.hidden = text === '' && !entry.live;
        item.cut.hidden = !entry.cut;
      }
      if (isAtEnd) log.scrollTop = log.scrollHeight;
    },
  };
}

/** A voice without decodable words is shown as `(a voice)`. */
function readable(text) {
  return /^[…\s]+$/.test(text) ? '(a voice)' : text.trim();
}

function addItem(list, items, entry, names) {
  const words = h('span', { className: 'words' });
  const cut = h('span', { className: 'cut', hidden: true }, ' — cut off');
  const node = h(
    'li',
    { data: { by: entry.by, live: entry.live } },
    h('span', { className: 'who' }, names[entry.by] ?? ''),
    h('span', {}, words, cut),
  );
  list.append(node);
  const item = { node, words, cut };
  items.set(entry, item);
  return item;
}
