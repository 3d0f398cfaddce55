import { expect, test } from 'vitest';
import { templatesErrorText } from './templates-error.tsx';

test("templates that cannot be fetched: 'Failed to fetch templates', or 'Failed to load templates' without an Error", () => {
  expect(templatesErrorText(new Error('No.'))).toBe('Failed to fetch templates');
  expect(templatesErrorText('No.')).toBe('Failed to load templates');
});
