import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// In a process of its own: what was given up is not taken back.
function prioritiesWith(cores: number): { gaveWay: number; all: number[]; main: number } {
  const module = JSON.stringify(join(import.meta.dirname, 'single-core.ts'));
  const script = `
    import { readdirSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { lowerV8ThreadPriority } from ${module};
    const gaveWay = lowerV8ThreadPriority(${cores});
    const all = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    console.log(JSON.stringify({ gaveWay, all, main: getPriority() }));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

describe.skipIf(process.platform !== 'linux')('on a single core', () => {
  test('only the worker threads of V8 get a lower priority', () => {
    const { gaveWay, all, main } = prioritiesWith(1);
    expect(gaveWay).toBeGreaterThan(0);
    expect(all.filter((priority) => priority > main)).toHaveLength(gaveWay);
  });

  test('with more cores nothing changes', () => {
    const { gaveWay, all, main } = prioritiesWith(2);
    expect(gaveWay).toBe(0);
    expect(all.every((priority) => priority === main)).toBe(true);
  });
});
