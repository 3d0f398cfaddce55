import { parentPort } from 'node:worker_threads';
import { type FliteRequest, loadFlite } from './flite.ts';

/** A thread of its own: rendering a sentence takes up to half a second, in which calls must go on. */
const flite = loadFlite();

export type FliteAnswer = { sound: Uint8Array } | { problem: string };

parentPort?.on('message', (request: FliteRequest) => {
  flite
    .then((say): FliteAnswer => ({ sound: say(request) }))
    .catch((error: unknown): FliteAnswer => ({ problem: String(error) }))
    .then((answer) => parentPort?.postMessage(answer));
});
