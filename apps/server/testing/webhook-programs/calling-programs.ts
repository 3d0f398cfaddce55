import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { installPackedClient } from '../packed-client.ts';

export interface CallOrder {
  readonly agentId: string;
  readonly number: string;
  /** Its Idempotency-Key too, so that whoever repeats it calls nobody twice. */
  readonly externalId: string;
}

/** A program that places calls with an API key, and repeats what was not answered. */
export interface CallingProgram extends AsyncDisposable {
  /** The id of the call. */
  place(order: CallOrder): Promise<string>;
}

export interface Access {
  readonly url: string;
  readonly key: string;
}

const run = promisify(execFile);

const curlScript = `
curl -fsS --retry 60 --retry-delay 1 --retry-all-errors --max-time 60 -X POST "$PARLEY_URL/api/calls" \\
  -H "Authorization: Bearer $PARLEY_KEY" -H 'Content-Type: application/json' -H "Idempotency-Key: $3" \\
  -d "{\\"agentId\\": \\"$1\\", \\"phoneNumber\\": \\"$2\\", \\"message\\": \\"Say hello.\\", \\"externalId\\": \\"$3\\"}"
`;

export function curlProgram({ url, key }: Access): CallingProgram {
  const env = { PATH: process.env.PATH ?? '', PARLEY_URL: url, PARLEY_KEY: key };
  return {
    place: async ({ agentId, number, externalId }) => {
      const { stdout } = await run('sh', ['-c', curlScript, 'place', agentId, number, externalId], { env });
      return JSON.parse(stdout).callId;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

const clientScript = `
import { createInterface } from 'node:readline';
import { ParleyClient } from '@parley/client';
const { PARLEY_URL: baseUrl, PARLEY_KEY: apiKey } = process.env;
const parley = new ParleyClient({ baseUrl, apiKey, maxRetries: 60, maxRetryWaitMs: 2_000 });
for await (const line of createInterface({ input: process.stdin })) {
  const [agentId, phoneNumber, externalId] = line.split(' ');
  const request = { agentId, phoneNumber, message: 'Say hello.', externalId };
  parley.calls.createCall(request, { idempotencyKey: externalId }).then(
    ({ callId }) => console.log(externalId, callId),
    (error) => console.log(externalId, '-', error.code, error.message),
  );
}
`;

interface Answer {
  resolve(callId: string): void;
  reject(error: Error): void;
}

/** One process, which has several requests on their way at once. */
export async function clientProgram({ url, key }: Access): Promise<CallingProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-program-'));
  await installPackedClient(folder);
  await writeFile(join(folder, 'place.js'), clientScript);
  const env = { PATH: process.env.PATH ?? '', PARLEY_URL: url, PARLEY_KEY: key };
  const child: ChildProcess = spawn(process.execPath, ['place.js'], {
    ...{ cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] as const },
  });
  const waiting = new Map<string, Answer>();
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [externalId = '', callId = '', ...problem] = line.split(' ');
      if (callId === '-') waiting.get(externalId)?.reject(new Error(problem.join(' ')));
      else waiting.get(externalId)?.resolve(callId);
      waiting.delete(externalId);
    });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The program ended with ${code}.`));
  });
  return {
    place: ({ agentId, number, externalId }) =>
      new Promise((resolve, reject) => {
        waiting.set(externalId, { resolve, reject });
        child.stdin?.write(`${agentId} ${number} ${externalId}\n`);
      }),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
