// @vitest-environment happy-dom
import { useReducer } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { controlLabelled, eventually, fill, type Rendered, render } from '../../../../testing/render.tsx';
import { emptyForm, formReducer } from './form-state.ts';
import { NumberField } from './number-field.tsx';

let shown: Rendered;
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => shown.unmount());

const ada = { id: 'c1', name: 'Ada Weber', number: '+493012345678' };
const adam = { id: 'c2', name: 'Adam Okafor', number: '+15005550123' };

function Form() {
  const [state, send] = useReducer(formReducer, emptyForm);
  return (
    <NumberField
      value={state.phoneNumber}
      country={null}
      error={null}
      contactName={state.contact?.name ?? null}
      onType={(phoneNumber) => send({ type: 'number-typed', phoneNumber })}
      onChoose={(contact) => send({ type: 'contact-chosen', ...contact })}
    />
  );
}

const adamOnly = Promise.withResolvers<object>();

function show(): void {
  shown = render(<Form />, {
    'GET /api/contacts/suggestions?text=Ada': () => ({ suggestions: [ada, adam] }),
    'GET /api/contacts/suggestions?text=Adam': () => adamOnly.promise,
    'GET /api/contacts/suggestions?text=Zoe': () => ({ suggestions: [] }),
  });
}

const options = () =>
  [...document.querySelectorAll('[role=option]')].map((option) => ({
    text: option.textContent,
    marked: option.getAttribute('aria-selected') === 'true',
  }));
const press = (field: HTMLElement, key: string) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

test('a name finds the number, by keys alone', async () => {
  show();
  const field = await eventually(() => controlLabelled<HTMLInputElement>('Phone Number'));
  fill(field, 'Ada');
  await eventually(() => expect(options()).toHaveLength(2));
  expect(field.getAttribute('aria-expanded')).toBe('true');
  press(field, 'ArrowDown');
  await eventually(() => expect(options()[0]?.marked).toBe(true));
  press(field, 'ArrowDown');
  await eventually(() => expect(options().map(({ marked }) => marked)).toEqual([false, true]));
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain(
    'Adam',
  );
  press(field, 'Enter');
  await eventually(() => expect(field.value).toBe('+15005550123'));
  expect(options()).toEqual([]);
  expect(document.body.textContent).toContain('For Adam Okafor');
  fill(field, '+1500555012');
  await eventually(() => expect(document.body.textContent).not.toContain('For Adam Okafor'));
});

test('Enter takes nobody whom a later answer has put in the place that was marked', async () => {
  show();
  const field = await eventually(() => controlLabelled<HTMLInputElement>('Phone Number'));
  fill(field, 'Ada');
  await eventually(() => expect(options()).toHaveLength(2));
  fill(field, 'Adam');
  press(field, 'ArrowDown');
  await eventually(() => expect(options()[0]).toEqual({ text: 'Ada Weber+493012345678', marked: true }));
  await eventually(() => expect(shown.sent).toHaveLength(2));
  adamOnly.resolve({ suggestions: [adam] });
  await eventually(() => expect(options()).toEqual([{ text: 'Adam Okafor+15005550123', marked: false }]));
  press(field, 'Enter');
  press(field, 'ArrowDown');
  await eventually(() => expect(options()[0]?.marked).toBe(true));
  expect(field.value).toBe('Adam');
});

test('Escape closes the list and nothing around it', async () => {
  show();
  const field = await eventually(() => controlLabelled<HTMLInputElement>('Phone Number'));
  fill(field, 'Ada');
  await eventually(() => expect(options()).toHaveLength(2));
  const heard: string[] = [];
  const listen = (event: KeyboardEvent) => heard.push(event.key);
  document.addEventListener('keydown', listen);
  press(field, 'Escape');
  await eventually(() => expect(options()).toEqual([]));
  expect(heard).toEqual([]);
  press(field, 'Escape');
  expect(heard).toEqual(['Escape']);
  document.removeEventListener('keydown', listen);
});

test('nothing found is no list, and a single letter is not looked for', async () => {
  show();
  const field = await eventually(() => controlLabelled<HTMLInputElement>('Phone Number'));
  fill(field, 'A');
  fill(field, 'Zoe');
  await eventually(() => expect(shown.sent).toHaveLength(1));
  await eventually(() => expect(shown.client.isFetching()).toBe(0));
  expect(field.getAttribute('aria-expanded')).toBe('false');
});
