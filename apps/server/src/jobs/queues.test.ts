import { expect, test } from 'vitest';
import { pollSecondsOf, queues } from './queues.ts';

test('a server with nothing to do asks the database for jobs at most three times in two seconds, over all queues', () => {
  const asked = Object.values(queues).map((rules) => {
    const workers = Array.from({ length: rules.workers }, (_, worker) => 1 / pollSecondsOf(rules, worker));
    return workers.reduce((sum, each) => sum + each, 0);
  });
  expect(asked.reduce((sum, each) => sum + each, 0)).toBeLessThan(1.5);
});
