import { once } from 'node:events';
import S3rver from '@20minutes/s3rver';

// A process of its own: its continuation tokens are made with DES, which Node offers only with --openssl-legacy-provider.
const [directory, bucket] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: bucket }],
});
const { port } = await server.run();
process.stdout.write(`${port}\n`);
await once(process.stdin.resume(), 'close');
process.exit(0);
