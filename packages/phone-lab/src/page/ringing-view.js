import { h } from './dom.js';
import { numberOf } from './format.js';
import { phoneIcon } from './phone-icon.js';

/** A call rings: answer or decline, by mouse or by key. */
export function ringingView(sid, api) {
  const number = h('b');
  const own = h('span', { className: 'quiet' });
  const others = h('p', { className: 'quiet', hidden: true });
  const problem = h('p', { className: 'problem', role: 'alert' });
  const attempt = (act) => async () => {
    try {
      await act(sid);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const answer = attempt(api.answer);
  const decline = attempt(api.decline);
  const answerButton = h(
    'button',
    { className: 'primary', type: 'button', on: { click: answer } },
    'Answer ',
    h('kbd', { aria: { hidden: true } }, 'A'),
  );
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea'))
      return;
    if (event.key === 'a' || event.key === 'A') answer();
    else if (event.key === 'd' || event.key === 'D') decline();
    else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return {
    node: h(
      'div',
      { className: 'ringing' },
      h('div', { className: 'ringing-icon' }, phoneIcon()),
      h('div', { className: 'caller' }, h('span', { className: 'quiet' }, 'Call from'), number, own),
      h(
        'div',
        { className: 'acts' },
        answerButton,
        h(
          'button',
          { className: 'danger', type: 'button', on: { click: decline } },
          'Decline ',
          h('kbd', { aria: { hidden: true } }, 'D'),
        ),
      ),
      others,
      problem,
    ),
    show({ record }, more) {
      number.textContent = numberOf(record.from);
      own.textContent = `to you at ${numberOf(record.to)}`;
      others.hidden = more === 0;
      others.textContent = more === 1 ? 'One more call is ringing.' : `${more} more calls are ringing.`;
    },
    focus() {
      if (!document.activeElement?.closest('input, select, textarea')) answerButton.focus();
    },
    close: () => document.removeEventListener('keydown', onKey),
  };
}
