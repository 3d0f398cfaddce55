/** The real server, with one difference that only this entry has: on SIGUSR2 it clears up and tells how much it holds. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  process.stdout.write(`held ${process.memoryUsage().heapUsed} bytes\n`);
});

await import('../src/main.ts');
