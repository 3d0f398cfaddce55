import { api } from './api.js';
import { h, remember, remembered } from './dom.js';
import { receiver } from './receiver.js';
import { numberOf } from './words.js';

/** Nothing rings: what would happen, and a way to call in. */
export function idleView(store, tools) {
  const headline = h('strong');
  const explanation = h('p', { className: 'quiet' });
  const line = h('select', { name: 'to', required: true });
  const from = h('input', {
    name: 'from',
    type: 'tel',
    value: remembered('phone-lab.from', '+15005550142'),
    placeholder: 'withheld',
    autocomplete: 'off',
  });
  const wrong = h('p', { className: 'wrong', role: 'alert' });
  const button = h('button', { className: 'primary', type: 'submit' }, 'Call');
  const none = h(
    'p',
    { className: 'about', hidden: true },
    'No line is in service yet: a program puts its voice URL there first.',
  );
  const form = h(
    'form',
    {
      className: 'dial',
      on: {
        submit: async (event) => {
          event.preventDefault();
          wrong.textContent = '';
          remember('phone-lab.from', from.value);
          try {
            await api.dial(line.value, from.value.trim());
          } catch (error) {
            wrong.textContent = error.message;
          }
        },
      },
    },
    h('h2', {}, 'Or call in yourself'),
    h('label', { className: 'field' }, h('span', {}, 'Line'), line),
    h('label', { className: 'field' }, h('span', {}, 'Your number, empty to withhold it'), from),
    button,
    none,
    wrong,
  );
  const fill = (lines) => {
    const open = lines.filter((one) => one.inService);
    const chosen = line.value;
    line.replaceChildren(...open.map(({ number }) => h('option', { value: number }, numberOf(number))));
    if (open.some(({ number }) => number === chosen)) line.value = chosen;
    button.disabled = open.length === 0;
    none.hidden = open.length > 0;
  };
  fill(tools.lines());
  const stop = tools.onLines(fill);
  return {
    node: h(
      'div',
      { className: 'idle' },
      h('div', { className: 'idle-sign' }, receiver()),
      h('div', { className: 'idle-word' }, headline, explanation),
      form,
    ),
    show() {
      const isTaking = store.desk.wanted;
      headline.textContent = isTaking ? 'Waiting for a call' : 'Calls do not ring here';
      explanation.textContent = isTaking
        ? 'While this page is open, calls to any number ring here: you are the person who is called.'
        : 'A scripted person answers them. Switch “Calls ring on this page” on to take them yourself.';
    },
    close: stop,
  };
}
