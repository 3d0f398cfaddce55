import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from './s3-server.ts';

export interface S3rver {
  readonly settings: S3Settings;
  stop(): Promise<void>;
}

/** A server that others have written for S3: it checks signatures, and understands our requests or not. */
export async function startS3rver(): Promise<S3rver> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-s3rver-'));
  const bucket = 'call-files';
  const script = join(import.meta.dirname, 's3rver-process.mjs');
  const server = spawn(process.execPath, ['--openssl-legacy-provider', script, directory, bucket], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    once(server.stdout, 'data'),
    once(server, 'exit').then(() => Promise.reject(new Error('The server of S3 did not start.'))),
  ]);
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' };
  return {
    settings: { bucket, prefix: '', ...keys, endpoint: `http://127.0.0.1:${Number(String(line))}` },
    async stop() {
      server.kill();
      await once(server, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
