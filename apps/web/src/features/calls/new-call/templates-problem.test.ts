import { expect, test } from 'vitest';
import { templatesProblemText } from './templates-problem.tsx';

test("templates that cannot be fetched: 'Failed to fetch templates', or 'Failed to load templates' without an Error", () => {
  expect(templatesProblemText(new Error('No.'))).toBe('Failed to fetch templates');
  expect(templatesProblemText('No.')).toBe('Failed to load templates');
});
