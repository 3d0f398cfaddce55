import { api } from './api.js';
import { h } from './dom.js';
import { numberOf } from './format.js';

/** Who answers: this page, or a callee. */
export function answeringView(root, store) {
  const problem = h('p', { className: 'problem', role: 'alert' });
  const wanted = h('input', {
    type: 'checkbox',
    id: 'wanted-switch',
    on: {
      change: () =>
        attempt(async () => {
          store.setHandset(await api.setWanted(wanted.checked));
        }),
    },
  });
  wanted.setAttribute('role', 'switch');
  const callee = h('select', {
    on: { change: () => attempt(async () => fill(await api.setDefault(callee.value))) },
  });
  const label = h('span');
  const about = h('p', { className: 'about' });
  const numbers = h('ul', { className: 'number-list' });
  const attempt = async (act) => {
    problem.textContent = '';
    try {
      await act();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const fill = (list) => {
    const callees = list.callees.filter(({ name }) => name !== 'handset');
    callee.replaceChildren(...callees.map(({ name }) => h('option', { value: name }, name)));
    callee.value = list.default;
    about.textContent = callees.find(({ name }) => name === list.default)?.about ?? '';
    numbers.replaceChildren(
      ...Object.entries(list.numbers).map(([number, name]) =>
        h('li', {}, h('span', {}, numberOf(number)), h('span', { className: 'quiet' }, name)),
      ),
    );
  };
  root.append(
    h(
      'div',
      { className: 'stack' },
      h('label', { className: 'switch' }, wanted, h('span', {}, 'Calls ring on this page')),
      h('label', { className: 'field' }, label, callee),
      about,
      h(
        'details',
        {},
        h('summary', {}, 'Numbers with a fixed outcome'),
        h('p', { className: 'about' }, 'These are not affected by this page.'),
        numbers,
      ),
      problem,
    ),
  );
  return {
    load: async () => fill(await api.callees()),
    show() {
      wanted.checked = store.handset.wanted;
      label.textContent = store.handset.wanted
        ? 'When this page is closed'
        : 'Instead, calls are answered by';
    },
  };
}
