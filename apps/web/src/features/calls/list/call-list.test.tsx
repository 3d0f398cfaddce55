// @vitest-environment happy-dom
import { callsResponse, examples } from '@parley/contract';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubIntersectionObserver } from '../../../../testing/intersection-observer.ts';
import { eventually, type Rendered, render } from '../../../../testing/render.tsx';
import { type Call, parseCall } from '../../../lib/parsing/calls.ts';
import { CallList } from './call-list.tsx';

const example = callsResponse.parse(examples.listCalls.response).calls[0];

let shown: Rendered;
beforeEach(stubIntersectionObserver);
afterEach(() => {
  shown.unmount();
  vi.unstubAllGlobals();
});

/** The calls whose rows were rendered: only a row asks whether its call was in the sandbox. */
let rendered = new Set<number>();

function callOf(at: number, summary: string): Call {
  const call = parseCall({ ...example, _id: `call-${at}`, summary });
  if (call === null) throw new Error('There is no such example.');
  return Object.defineProperty(call, 'sandbox', {
    get: () => {
      rendered.add(at);
      return false;
    },
  });
}

const pathOf = (callId: string) => callId;
const agentNameOf = () => 'GS Dental';
let change: (calls: readonly Call[]) => void;

function Page({ initial }: { initial: readonly Call[] }) {
  const [calls, setCalls] = useState(initial);
  change = setCalls;
  return (
    <CallList
      calls={calls}
      previousCallId={null}
      pathOf={pathOf}
      agentNameOf={agentNameOf}
      empty={null}
      more={null}
    />
  );
}

test('a changed call renders no other row again', async () => {
  const calls = [1, 2, 3, 4, 5].map((at) => callOf(at, 'It is open.'));
  shown = render(<Page initial={calls} />);
  const menus = () => document.querySelectorAll('[aria-haspopup=menu][data-state]');
  // With the code of the menus all rows are rendered once more.
  await eventually(() => expect(menus()).toHaveLength(calls.length));
  expect(rendered).toEqual(new Set([1, 2, 3, 4, 5]));
  rendered = new Set();
  change(calls.with(2, callOf(3, 'It is settled.')));
  await eventually(() => expect(document.body.textContent).toContain('It is settled.'));
  expect(rendered).toEqual(new Set([3]));
});
