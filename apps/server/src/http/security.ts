import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

export interface SecurityOptions {
  /** Hosts that the identity provider's scripts come from; empty for the built-in one. */
  readonly scriptHosts: readonly string[];
  readonly https: boolean;
}

/** The same words on every answer, so they are worked out once. A plugin on each reply would also keep it in memory. */
export async function secureAnswers(app: FastifyInstance, options: SecurityOptions): Promise<void> {
  const headers = await headersOf(helmetOptions(options));
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}

/** What the plugin puts on an answer, read off one of a server that nobody else asks. */
async function headersOf(options: FastifyHelmetOptions): Promise<[name: string, value: string][]> {
  const answers = async (helmeted: boolean) => {
    const server = Fastify();
    if (helmeted) await server.register(helmet, options);
    server.get('/', async () => null);
    const { headers } = await server.inject('/');
    await server.close();
    return headers;
  };
  const plain = await answers(false);
  const added = Object.entries(await answers(true)).filter(([name]) => !(name in plain));
  return added.map(([name, value]) => [name, String(value)]);
}

function helmetOptions({ scriptHosts, https }: SecurityOptions): FastifyHelmetOptions {
  const theirs = scriptHosts.map((host) => `https://${host}`);
  const hosted = theirs.length > 0;
  return {
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
  };
}
