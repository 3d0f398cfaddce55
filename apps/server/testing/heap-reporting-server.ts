/** The real server, with one addition for tests: on SIGUSR2 it collects garbage and prints the size of its heap. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  process.stdout.write(`heap ${process.memoryUsage().heapUsed} bytes\n`);
});

await import('../src/main.ts');
