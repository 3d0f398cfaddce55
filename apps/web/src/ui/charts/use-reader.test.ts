import { expect, test } from 'vitest';
import { moved } from './use-reader.ts';

test('the first key begins at the nearer end', () => {
  expect(moved(null, 'ArrowRight', 5, 1)).toBe(0);
  expect(moved(null, 'ArrowLeft', 5, 1)).toBe(4);
});

test('keys move by one, by a row, to the ends, and stay there', () => {
  expect(moved(2, 'ArrowRight', 5, 1)).toBe(3);
  expect(moved(4, 'ArrowRight', 5, 1)).toBe(4);
  expect(moved(0, 'ArrowLeft', 5, 1)).toBe(0);
  expect(moved(2, 'ArrowDown', 48, 24)).toBe(26);
  expect(moved(26, 'ArrowUp', 48, 24)).toBe(2);
  expect(moved(2, 'ArrowUp', 48, 24)).toBe(2);
  expect(moved(2, 'Home', 48, 24)).toBe(0);
  expect(moved(2, 'End', 48, 24)).toBe(47);
});

test('other keys, and charts without values, move nothing', () => {
  expect(moved(2, 'Tab', 5, 1)).toBeNull();
  expect(moved(null, 'ArrowRight', 0, 1)).toBeNull();
});
