import { h } from './dom.js';

const speakers = { app: 'Agent', party: 'You', note: '' };

/** A conversation as a script. It grows in place, so that a reader keeps the place and a screen reader is not told twice. */
export function scriptView(label) {
  const list = h('ol');
  const log = h('div', { className: 'script', tabIndex: 0, role: 'log', aria: { label } }, list);
  const items = new Map();
  return {
    node: log,
    show(lines, names = speakers) {
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
      // Read out when a line is whole, not at every word.
      log.ariaBusy = String(lines.some((line) => line.live));
      for (const [line, item] of items) {
        if (lines.includes(line)) continue;
        item.node.remove();
        items.delete(line);
      }
      for (const line of lines) {
        const item = items.get(line) ?? addItem(list, items, line, names);
        const text = readable(line.text);
        if (item.words.textContent !== text) item.words.textContent = text;
        item.node.dataset.live = String(line.live);
        item.node.hidden = text === '' && !line.live;
        item.cut.hidden = !line.cut;
      }
      if (isAtEnd) log.scrollTop = log.scrollHeight;
    },
  };
}

/** A voice without words that could be read is shown as what it is. */
function readable(text) {
  return /^[…\s]+$/.test(text) ? '(a voice)' : text.trim();
}

function addItem(list, items, line, names) {
  const words = h('span', { className: 'words' });
  const cut = h('span', { className: 'cut', hidden: true }, ' — cut off');
  const node = h(
    'li',
    { data: { by: line.by, live: line.live } },
    h('span', { className: 'who' }, names[line.by] ?? ''),
    h('span', {}, words, cut),
  );
  list.append(node);
  const item = { node, words, cut };
  items.set(line, item);
  return item;
}
