import { api } from './api.js';
import { h } from './dom.js';
import { numberOf } from './words.js';

/** Who answers: this page, or one of the people in the lab. */
export function answeringView(root, store) {
  const wrong = h('p', { className: 'wrong', role: 'alert' });
  const wanted = h('input', {
    type: 'checkbox',
    id: 'wanted-switch',
    on: {
      change: () =>
        attempt(async () => {
          store.setDesk(await api.want(wanted.checked));
        }),
    },
  });
  wanted.setAttribute('role', 'switch');
  const person = h('select', {
    on: { change: () => attempt(async () => fill(await api.setDefault(person.value))) },
  });
  const label = h('span');
  const about = h('p', { className: 'about' });
  const fates = h('ul', { className: 'fates' });
  const attempt = async (what) => {
    wrong.textContent = '';
    try {
      await what();
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  const fill = (list) => {
    const people = list.callees.filter(({ name }) => name !== 'handset');
    person.replaceChildren(...people.map(({ name }) => h('option', { value: name }, name)));
    person.value = list.default;
    about.textContent = people.find(({ name }) => name === list.default)?.about ?? '';
    fates.replaceChildren(
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
      h('label', { className: 'field' }, label, person),
      about,
      h(
        'details',
        {},
        h('summary', {}, 'Numbers with a fate of their own'),
        h('p', { className: 'about' }, 'These are answered like this even while calls ring here.'),
        fates,
      ),
      wrong,
    ),
  );
  return {
    load: async () => fill(await api.callees()),
    show() {
      wanted.checked = store.desk.wanted;
      label.textContent = store.desk.wanted ? 'When this page is closed' : 'Instead, calls are answered by';
    },
  };
}
