// @vitest-environment happy-dom
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/render.tsx';
import { ChoiceField } from './choice-field.tsx';
import { Segments } from './segments.tsx';

let root: Root;
beforeEach(() => {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => root.unmount());

type State = 'open' | 'snoozed' | 'done';
const states = (['open', 'snoozed', 'done'] as const).map((value) => ({ value, label: value }));

function Filter() {
  const [value, setValue] = useState<State>('open');
  return <Segments label="State" segments={states} value={value} onValueChange={setValue} />;
}

function Choices() {
  const [value, setValue] = useState<State>('open');
  return <ChoiceField label="State" choices={states} value={value} onValueChange={setValue} />;
}

const radio = (value: State) => document.querySelector<HTMLElement>(`[role=radio][value=${value}]`);
const chosen = () => document.querySelector('[role=radio][aria-checked=true]')?.getAttribute('value');

/** Down and up before anything else runs, as a short press is seen by a busy page. */
function tap(from: State, key: string) {
  radio(from)?.focus();
  for (const type of ['keydown', 'keyup'] as const) {
    document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  }
}

test.each([
  ['a filter', 'ArrowRight', 'open', 'snoozed', Filter],
  ['a filter', 'ArrowLeft', 'open', 'done', Filter],
  ['a filter', 'ArrowDown', 'open', 'open', Filter],
  ['a choice', 'ArrowDown', 'open', 'snoozed', Choices],
  ['a choice', 'ArrowUp', 'open', 'done', Choices],
  ['a choice', 'ArrowRight', 'open', 'snoozed', Choices],
  ['a choice', 'a', 'open', 'open', Choices],
] as const)('a short press of an arrow key is not lost: %s, %s', async (_, key, from, to, Field) => {
  root.render(<Field />);
  await eventually(() => expect(chosen()).toBe('open'));
  tap(from, key);
  await eventually(() => expect(chosen()).toBe(to));
});
