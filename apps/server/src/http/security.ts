import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export interface SecurityOptions {
  /** Hosts that the identity provider's scripts come from; empty for the built-in one. */
  readonly scriptHosts: readonly string[];
  readonly https: boolean;
}

export async function secureAnswers(
  app: FastifyInstance,
  { scriptHosts, https }: SecurityOptions,
): Promise<void> {
  const theirs = scriptHosts.map((host) => `https://${host}`);
  const hosted = theirs.length > 0;
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...theirs],
        // Radix and Sonner place their popovers with inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...(hosted ? ['https://img.clerk.com'] : [])],
        connectSrc: ["'self'", ...theirs],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", ...(hosted ? ['blob:'] : [])],
        frameSrc: hosted ? theirs : ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  // The same words on every answer: worked out with the first one, and said again with the others.
  let said: [name: string, value: string][] | undefined;
  app.addHook('onRequest', async (_request, reply) => {
    for (const [name, value] of said ?? []) reply.raw.setHeader(name, value);
    if (said) return;
    await reply.helmet();
    said = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
  });
}
