import { h } from './dom.js';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

export function keypad(onPress) {
  return h(
    'div',
    { className: 'keypad', role: 'group', aria: { label: 'Keypad' } },
    keys.map((key) => h('button', { type: 'button', on: { click: () => onPress(key) } }, key)),
  );
}
