import { api } from './api.js';
import { h, remembered } from './dom.js';
import { numberOf, timeOf } from './format.js';

const mostTexts = 30;

const statusWords = {
  queued: 'On its way',
  sending: 'On its way',
  sent: 'On its way',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  received: 'Sent by you',
};

/** Text messages in both directions, and a form to reply. */
export function textsView(root, store, tools) {
  const list = h('ol', { className: 'texts', tabIndex: 0, aria: { label: 'Text messages' } });
  const empty = h('p', { className: 'about' }, 'Text messages that your program sends appear here.');
  const number = h('select', { name: 'to', required: true });
  const from = h('input', {
    name: 'from',
    type: 'tel',
    value: remembered('phone-lab.from', '+15005550142'),
    autocomplete: 'off',
    required: true,
  });
  const body = h('input', { name: 'body', autocomplete: 'off', required: true, placeholder: 'STOP' });
  const problem = h('p', { className: 'problem', role: 'alert' });
  const form = h(
    'form',
    {
      className: 'stack',
      on: {
        submit: async (event) => {
          event.preventDefault();
          problem.textContent = '';
          try {
            await api.text(from.value.trim(), number.value, body.value);
            body.value = '';
          } catch (error) {
            problem.textContent = error.message;
          }
        },
      },
    },
    h('label', { className: 'field' }, h('span', {}, 'To'), number),
    h('label', { className: 'field' }, h('span', {}, 'From your number'), from),
    h('label', { className: 'field' }, h('span', {}, 'Text'), body),
    h('button', { type: 'submit' }, 'Send text'),
    problem,
  );
  const fill = (numbers) => {
    const chosen = number.value;
    number.replaceChildren(...numbers.map((one) => h('option', { value: one.number }, numberOf(one.number))));
    if (numbers.some((one) => one.number === chosen)) number.value = chosen;
  };
  fill(tools.numbers());
  tools.onNumbers(fill);
  root.append(
    h(
      'div',
      { className: 'stack' },
      empty,
      list,
      h('details', {}, h('summary', {}, 'Send a text to your program'), form),
    ),
  );
  let shown = '';
  return () => {
    const texts = store.textList().slice(0, mostTexts);
    const state = texts.map(({ sid, status }) => `${sid} ${status}`).join();
    if (state === shown) return;
    shown = state;
    empty.hidden = texts.length > 0;
    list.replaceChildren(...texts.map(textRow));
  };
}

function toneOf(status) {
  if (status === 'delivered') return 'good';
  return status === 'undelivered' || status === 'failed' ? 'bad' : 'quiet';
}

function textRow(text) {
  const isInbound = text.direction === 'inbound';
  const time = timeOf(text.createdAt);
  const status = statusWords[text.status] ?? text.status;
  return h(
    'li',
    { className: 'text', data: { by: isInbound ? 'party' : 'app' } },
    h(
      'p',
      { className: 'about' },
      `${isInbound ? '←' : '→'} ${numberOf(isInbound ? text.from : text.to)} · `,
      h('time', { dateTime: time.iso, title: time.title }, time.text),
    ),
    h('p', { className: 'text-body' }, text.body),
    h(
      'p',
      { className: 'delivery', data: { tone: toneOf(text.status) } },
      text.errorCode ? `${status}: error ${text.errorCode}` : status,
    ),
  );
}
