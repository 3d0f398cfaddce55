import { limits } from '@parley/contract';

export function nameError(name: string): string | null {
  const length = [...name.trim()].length;
  if (length === 0) return 'A view needs a name.';
  return length > limits.viewNameMax
    ? `The name of a view may have at most ${limits.viewNameMax} characters.`
    : null;
}
