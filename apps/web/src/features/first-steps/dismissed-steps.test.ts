// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { areStepsDismissed, dismissSteps } from './dismissed-steps.ts';

beforeEach(() => localStorage.clear());

test('each person dismisses their own card, once', () => {
  dismissSteps('user-1');
  dismissSteps('user-1');
  expect(areStepsDismissed('user-1')).toBe(true);
  expect(areStepsDismissed('user-2')).toBe(false);
  expect(JSON.parse(localStorage.getItem('parley-first-steps') ?? '')).toHaveLength(1);
});

test('nothing that names a person stays in the storage, also of the release before', () => {
  localStorage.setItem('parley-first-steps-dismissed', JSON.stringify(['ines@example.com']));
  areStepsDismissed('5a1d2c3b-user');
  dismissSteps('5a1d2c3b-user');
  const kept = JSON.stringify({ ...localStorage });
  expect(kept).not.toContain('ines@example.com');
  expect(kept).not.toContain('5a1d2c3b-user');
});

test('what else stands in the storage does not keep the card away', () => {
  localStorage.setItem('parley-first-steps', '{"not":"a list"}');
  expect(areStepsDismissed('user-1')).toBe(false);
  localStorage.setItem('parley-first-steps', 'no JSON');
  expect(areStepsDismissed('user-1')).toBe(false);
});
