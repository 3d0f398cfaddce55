import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** Paths that are never pages: what is unknown below them is an error for programs. */
const notPages = /^\/(?:api|webhooks|voice|assets)(?:\/|$)/;

/** Serves the built web: hashed files for ever, the page itself never from a cache without asking. */
export async function serveWeb(app: FastifyInstance, webDir: string): Promise<void> {
  const built = existsSync(join(webDir, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      index: false,
      // One route for each file: nothing outside the build can be asked for.
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/.*', '.vite/**', 'index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(webDir, 'assets'));
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const page = built && (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(path);
    if (page) return reply.sendFile('index.html');
    throw new AppError('not_found', 'There is nothing at this address.');
  });
}
