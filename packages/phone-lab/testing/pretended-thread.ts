import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** Threads of the voices that react to each text in the given way. */
export function pretendedThreads(react: (thread: EventEmitter) => void): {
  startWorker: () => Worker;
  threads: EventEmitter[];
} {
  const threads: EventEmitter[] = [];
  const startWorker = () => {
    const thread = new EventEmitter();
    threads.push(thread);
    return Object.assign(thread, {
      postMessage: () => queueMicrotask(() => react(thread)),
      terminate: async () => 1,
    }) as unknown as Worker;
  };
  return { startWorker, threads };
}
