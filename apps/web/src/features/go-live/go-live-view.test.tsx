import type { Check, GoLiveState } from '@parley/contract';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { buttonNamed, eventually, type Rendered, render } from '../../../testing/render.tsx';
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

function show(readable: boolean): void {
  const looked: string[] = [];
  shown = render(
    <>
      <h1 tabIndex={-1}>Go Live</h1>
      <GoLiveView
        connectionPath={(card) => `/connections?card=${card}`}
        openings={(_, onShown) => <Openings readable={readable} onShown={onShown} />}
        testCall={null}
      />
    </>,
    {
      'GET /api/go-live': () => ({ goLive: stateOf() }),
      'PUT /api/go-live/looked-at': (body) => {
        looked.push((body as { item: string }).item);
        return { goLive: stateOf(...looked) };
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
  await eventually(() => expect(focused()).toBe('I Have Read It: Opening'));
  await press('I Have Read It: Opening');
  await eventually(() => expect(focused()).toBe('H1'));
});

test('nobody says that they have read an opening that could not be loaded', async () => {
  show(false);
  await eventually(() => buttonNamed('They Are Right: Limits'));
  expect(() => buttonNamed('I Have Read It: Opening')).toThrow();
});

test('lines that are not taken over have a way there', async () => {
  show(true);
  await eventually(() => {
    const link = document.querySelector('[aria-label="Open the numbers: Numbers"]');
    expect(link?.getAttribute('href')).toBe('/connections?card=numbers');
  });
});
