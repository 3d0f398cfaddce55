import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { Inspector } from './inspector.ts';
import { residentBytes } from './processes.ts';
import { type ServerUnderTest, startLimit, startParley } from './server-under-test.ts';
import type { StreamCalls } from './stream-calls.ts';

const warmUp = 5;

/** Bytes of memory that a live call adds, in a fresh process and after a garbage collection. */
export async function memoryPerCall(
  load: StreamCalls,
  name: ServerUnderTest['name'],
  { calls, talkMs }: { readonly calls: number; readonly talkMs: number },
): Promise<number> {
  const port = await freePort();
  const options = { env: load.env, flags: Inspector.flags(port) };
  const server = await (name === 'parley' ? startParley(options) : startLimit('stream.ts', options));
  const inspector = await Inspector.open(port);
  await load.grow(server, Math.min(warmUp, calls));
  await delay(talkMs / 2);
  await load.hangUp(server);
  await server.idle();
  const before = await settled(inspector, server);
  await load.grow(server, calls);
  await delay(talkMs);
  const after = await settled(inspector, server);
  await load.hangUp(server);
  inspector.close();
  await server.stop();
  return (after - before) / calls;
}

async function settled(inspector: Inspector, { pid }: ServerUnderTest): Promise<number> {
  await inspector.collectGarbage();
  await delay(300);
  await inspector.collectGarbage();
  return residentBytes(pid);
}
