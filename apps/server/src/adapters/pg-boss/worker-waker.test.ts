import { expect, test } from 'vitest';
import { WorkerWaker } from './worker-waker.ts';

function harness() {
  const woken: string[] = [];
  const waker = new WorkerWaker((id) => void woken.push(id));
  const workers = ['a', 'b', 'c'].map((id) => ({ id, busy: false }));
  for (const worker of workers) waker.add('call-outcome', worker);
  return { waker, woken, workers };
}

test('jobs that are sent together are not left to one worker behind a slow one', () => {
  const { waker, woken, workers } = harness();
  for (let n = 0; n < 4; n += 1) waker.wakeOne('call-outcome');
  expect(woken).toEqual(['a', 'b', 'c', 'a']);
  woken.length = 0;
  for (const worker of workers) worker.busy = worker.id !== 'c';
  waker.wakeOne('call-outcome');
  expect(woken).toEqual(['c']);
});

test('a job that is sent while all are busy is looked for by the first that is done', () => {
  const { waker, woken, workers } = harness();
  for (const worker of workers) worker.busy = true;
  waker.wakeOne('call-outcome');
  expect(woken).toHaveLength(3);
});

test('a queue that this server does not work on wakes nobody, a gap in the notices everybody', () => {
  const { waker, woken } = harness();
  waker.wakeOne('maintenance');
  expect(woken).toEqual([]);
  waker.wakeAll();
  expect(woken).toEqual(['a', 'b', 'c']);
});
