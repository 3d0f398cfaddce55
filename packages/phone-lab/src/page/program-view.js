import { h } from './dom.js';
import { numberOf } from './format.js';

/** What a program needs to use the lab, and which numbers are in service. */
export function programView(root) {
  const lines = h('ul', { className: 'number-list' });
  const account = h('code');
  const speed = h('p', { className: 'about' });
  root.append(
    h(
      'div',
      { className: 'stack' },
      lines,
      h(
        'details',
        {},
        h('summary', {}, 'How to connect'),
        h(
          'dl',
          { className: 'facts' },
          h('dt', {}, 'Base URL'),
          h('dd', {}, h('code', {}, location.origin)),
          h('dt', {}, 'Account SID'),
          h('dd', {}, account),
          h('dt', {}, 'Auth token'),
          h('dd', {}, 'in credentials.json, in the lab’s data folder'),
        ),
      ),
      speed,
    ),
  );
  return (info) => {
    lines.replaceChildren(
      ...info.lines.map(({ number, inService }) =>
        h(
          'li',
          {},
          h('span', {}, numberOf(number)),
          h('span', { className: 'quiet' }, inService ? 'in service' : 'no voice URL'),
        ),
      ),
    );
    account.textContent = info.accountSid;
    speed.hidden = info.speed === 1;
    speed.textContent = `Calls run ${info.speed} times faster than real time.`;
  };
}
