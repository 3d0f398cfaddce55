// @vitest-environment happy-dom

import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { buttonNamed, eventually, type Rendered, render } from '../../../testing/render.tsx';
import { inFlight } from '../../lib/in-flight.ts';
import type { Check, GoLiveState } from '../../lib/parsing/connections.ts';
import { GoLiveView } from './go-live-view.tsx';

let shown: Rendered;
afterEach(() => shown.unmount());

function checkOf(id: string, name: string): Check {
  return { id, name, state: 'to-do', message: 'Nobody has looked.', remedy: null, blocks: true };
}

function stateOf(...done: string[]): GoLiveState {
  const checks = [
    checkOf('numbers', 'Numbers'),
    checkOf('opening', 'Opening'),
    checkOf('limits', 'Limits'),
    checkOf('access', 'Access'),
  ];
  return {
    checks: checks.map((check) => (done.includes(check.id) ? { ...check, state: 'ok' } : check)),
    side: 'sandbox',
    revision: 0,
    organizationName: 'GS Dental',
  };
}

function Openings({ readable, onShown }: { readable: boolean; onShown: (shown: boolean) => void }) {
  useEffect(() => onShown(readable), [readable, onShown]);
  return null;
}

function show(readable: boolean, firstAnswer: Promise<void> = Promise.resolve()): void {
  const looked: string[] = [];
  shown = render(
    <>
      <h1 tabIndex={-1}>Go Live</h1>
      <GoLiveView
        connectionPath={(card) => `/connections?card=${card}`}
        openings={(onShown) => <Openings readable={readable} onShown={onShown} />}
        testCall={null}
      />
    </>,
    {
      'GET /api/go-live': () => ({ goLive: stateOf(...looked) }),
      'PUT /api/go-live/looked-at': async (body) => {
        looked.push((body as { item: string }).item);
        const answer = { goLive: stateOf(...looked) };
        if (looked.length === 1) await firstAnswer;
        return answer;
      },
    },
  );
}

async function press(name: string): Promise<void> {
  const button = await eventually(() => buttonNamed(name));
  button.focus();
  button.click();
}
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;

test('the focus is not lost with the button that was pressed: the next one has it, at last the heading', async () => {
  show(true);
  await press('They Are Right: Limits');
  await eventually(() => expect(focused()).toBe('They Are Right: Access'));
  await press('They Are Right: Access');
  await eventually(() => expect(focused()).toBe('It Is Right: Opening'));
  await press('It Is Right: Opening');
  await eventually(() => expect(focused()).toBe('H1'));
});

test('of two that are pressed quickly both are done, though the first is answered last', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  show(true, promise);
  await press('They Are Right: Limits');
  await press('They Are Right: Access');
  await eventually(() => expect(focused()).not.toBe('They Are Right: Access'));
  resolve();
  // Tests of other files may still send something.
  const sending = () => [...inFlight.current().values()].filter((name) => name === 'look-at');
  await eventually(() => expect(sending()).toEqual([]));
  const left = [...document.querySelectorAll('[data-item]')].map((button) =>
    button.getAttribute('data-item'),
  );
  expect(left).toEqual(['opening']);
});

test('nobody says that they have read an opening that could not be loaded', async () => {
  show(false);
  await eventually(() => buttonNamed('They Are Right: Limits'));
  expect(() => buttonNamed('It Is Right: Opening')).toThrow();
});

test('lines that are not taken over, and limits, have a way to their dialogs', async () => {
  show(true);
  const placeOf = (name: string) => document.querySelector(`[aria-label="${name}"]`)?.getAttribute('href');
  await eventually(() => expect(placeOf('Open the Numbers: Numbers')).toBe('/connections?card=numbers'));
  expect(placeOf('Open the Limits: Limits')).toBe('/connections?card=limits');
});
