import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** Paths that are never pages: an unknown one below them is answered with a JSON error. */
const notPages = /^\/(?:api|webhooks|voice|assets)(?:\/|$)/;

/** Serves the built web app: hashed files are cached for a year, the page itself is revalidated every time. */
export async function serveWeb(app: FastifyInstance, webDir: string): Promise<void> {
  const built = existsSync(join(webDir, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      index: false,
      // One route for each file: nothing outside the build can be requested.
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
