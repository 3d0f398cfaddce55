// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { buttonNamed, eventually, type Rendered, render } from '../../../../testing/render.tsx';
import { LocalModels } from './local-models.tsx';

let shown: Rendered;
afterEach(() => shown.unmount());

const path = '/api/connections/local-models';
const text = () => document.body.textContent;
const found = { server: 'ollama', url: 'http://127.0.0.1:11434/v1', models: ['llama3.2'] };

function show(answer: () => unknown, insteadOfScripted = true): void {
  shown = render(
    <LocalModels insteadOfScripted={insteadOfScripted} replaces={null} onConnected={() => {}} />,
    {
      [`GET ${path}`]: answer,
      [`POST ${path}`]: () => ({ found: [found], lookedAt: '2026-10-13T09:00:00.000Z' }),
    },
  );
}

test('no model is said to be missing while what was found is still loading', async () => {
  show(() => undefined);
  await eventually(() => expect(text()).toContain('Looking at what was found'));
  expect(text()).not.toContain('No model was found');
});

test('no model is said to be missing after a failed load, which can be tried again', async () => {
  show(() => Response.json({ error: 'You may not.', code: 'not_permitted' }, { status: 403 }));
  await eventually(() => expect(text()).toContain('Failed to load what runs on this machine'));
  expect(text()).not.toContain('No model was found');
  buttonNamed('Retry');
});

test('no model is said to be missing before anybody has looked', async () => {
  show(() => ({ found: [], lookedAt: null }));
  await eventually(() => expect(text()).toContain('Nobody has looked yet'));
  expect(text()).not.toContain('No model was found');
  buttonNamed('Look for Models').click();
  await eventually(() => expect(text()).toContain('Let it speak instead of the scripted agent?'));
});

test('the scripted agent is not spoken of where a model speaks', async () => {
  show(() => ({ found: [found], lookedAt: '2026-10-13T09:00:00.000Z' }), false);
  await eventually(() => expect(text()).toContain('Let it speak from now on?'));
  expect(text()).not.toContain('scripted');
});
