// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/render.tsx';
import { Toasts } from './toasts.tsx';

let close: () => void;

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div><input id="field"><input id="next">';
  const root = createRoot(document.querySelector('#root') ?? document.body);
  root.render(<Toasts />);
  close = () => root.unmount();
});
afterEach(() => {
  toast.dismiss();
  close();
});

const element = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
};
const focused = () => document.activeElement;
const press = (target: EventTarget, init: KeyboardEventInit) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

async function showToast(): Promise<void> {
  await eventually(() => element('section[aria-label]'));
  toast('Call deleted', { action: { label: 'Undo', onClick: () => {} }, duration: 60_000 });
  await eventually(() => element('[data-sonner-toast]'));
}

test('Tab passes by a toast instead of being sent back to the last field while one is shown', async () => {
  await showToast();
  await eventually(() => expect(element('[data-sonner-toast]').tabIndex).toBe(-1));
  const button = element('[data-sonner-toast] button');
  expect(button.tabIndex).toBe(0);
  element('#field').focus();
  button.focus();
  element('#next').focus();
  expect(focused()).toBe(element('#next'));
  // Nor is the focus taken when the toast goes.
  toast.dismiss();
  await eventually(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull());
  expect(focused()).toBe(element('#next'));
});

test.each([
  ['Escape', 'list', { key: 'Escape', code: 'Escape' }],
  ['Tab behind the last button', 'button', { key: 'Tab', code: 'Tab' }],
  ['Tab back from the list', 'list', { key: 'Tab', code: 'Tab', shiftKey: true }],
])('Alt+T goes to the toasts, and %s back to the field', async (_, from, key) => {
  await showToast();
  element('#field').focus();
  press(document, { altKey: true, key: 't', code: 'KeyT' });
  expect(focused()).toBe(element('[data-sonner-toaster]'));
  if (from === 'button') element('[data-sonner-toast] button').focus();
  press(focused() ?? document, key);
  expect(focused()).toBe(element('#field'));
});

test('whoever is at a toast when it goes is back at the field', async () => {
  await showToast();
  element('#field').focus();
  press(document, { altKey: true, key: 't', code: 'KeyT' });
  element('[data-sonner-toast] button').focus();
  element('[data-sonner-toast] button').click();
  await eventually(() => expect(focused()).toBe(element('#field')));
});
