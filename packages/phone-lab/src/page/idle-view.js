import { api } from './api.js';
import { h, remember, remembered } from './dom.js';
import { numberOf } from './format.js';
import { phoneIcon } from './phone-icon.js';

/** Shown while nothing rings: what to expect, and a form to call in. */
export function idleView(store, tools) {
  const headline = h('strong');
  const explanation = h('p', { className: 'quiet' });
  const number = h('select', { name: 'to', required: true });
  const from = h('input', {
    name: 'from',
    type: 'tel',
    value: remembered('phone-lab.from', '+15005550142'),
    placeholder: 'withheld',
    autocomplete: 'off',
  });
  const problem = h('p', { className: 'problem', role: 'alert' });
  const button = h('button', { className: 'primary', type: 'submit' }, 'Call');
  const none = h(
    'p',
    { className: 'about', hidden: true },
    'No number is in service yet: your program must set a voice URL first.',
  );
  const form = h(
    'form',
    {
      className: 'dial',
      on: {
        submit: async (event) => {
          event.preventDefault();
          problem.textContent = '';
          remember('phone-lab.from', from.value);
          try {
            await api.dial(number.value, from.value.trim());
          } catch (error) {
            problem.textContent = error.message;
          }
        },
      },
    },
    h('h2', {}, 'Or call in yourself'),
    h('label', { className: 'field' }, h('span', {}, 'Number to call'), number),
    h('label', { className: 'field' }, h('span', {}, 'Your number, empty to withhold it'), from),
    button,
    none,
    problem,
  );
  const fill = (numbers) => {
    const open = numbers.filter((one) => one.inService);
    const chosen = number.value;
    number.replaceChildren(...open.map((one) => h('option', { value: one.number }, numberOf(one.number))));
    if (open.some((one) => one.number === chosen)) number.value = chosen;
    button.disabled = open.length === 0;
    none.hidden = open.length > 0;
  };
  fill(tools.numbers());
  const stop = tools.onNumbers(fill);
  return {
    node: h(
      'div',
      { className: 'idle' },
      h('div', { className: 'idle-icon' }, phoneIcon()),
      h('div', { className: 'idle-text' }, headline, explanation),
      form,
    ),
    show() {
      const isTaking = store.handset.wanted;
      headline.textContent = isTaking ? 'Waiting for a call' : 'Calls do not ring here';
      explanation.textContent = isTaking
        ? 'While this page is open, calls to any number ring here: you are the person who is called.'
        : 'A scripted callee answers them. Switch “Calls ring on this page” on to answer them yourself.';
    },
    close: stop,
  };
}
