import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** In a process of its own: a priority that was lowered cannot be raised again. */
function prioritiesWith(cores: number): { lowered: number; all: number[]; main: number } {
  const module = JSON.stringify(join(import.meta.dirname, 'single-core.ts'));
  const script = `
    import { readdirSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { lowerV8ThreadPriority } from ${module};
    const lowered = lowerV8ThreadPriority(${cores});
    const all = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    console.log(JSON.stringify({ lowered, all, main: getPriority() }));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

describe.skipIf(process.platform !== 'linux')('V8 threads', () => {
  test('get a lower priority on a single core, and no other thread does', () => {
    const { lowered, all, main } = prioritiesWith(1);
    // None: Node has renamed the threads.
    expect(lowered).toBeGreaterThan(0);
    expect(all.filter((priority) => priority > main)).toHaveLength(lowered);
  });

  test('keep their priority on several cores', () => {
    const { lowered, all, main } = prioritiesWith(2);
    expect(lowered).toBe(0);
    expect(all.every((priority) => priority === main)).toBe(true);
  });
});
