import type { ServerResponse } from 'node:http';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

export interface SecurityOptions {
  /** Hosts that the identity provider's scripts come from; empty for the built-in one. */
  readonly scriptHosts: readonly string[];
  readonly https: boolean;
}

export type SecureAnswer = (response: ServerResponse) => void;

/** The same words on every answer, so they are worked out once. A plugin on each reply would also keep it in memory. */
export async function answerSecurity(options: SecurityOptions): Promise<SecureAnswer> {
  const headers = await headersOf(helmetOptions(options));
  headers.push(['permissions-policy', permissionsPolicy]);
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

export function secureAnswers(app: FastifyInstance, secure: SecureAnswer): void {
  app.addHook('onRequest', (_request, reply, done) => {
    secure(reply.raw);
    done();
  });
}

/**
 * The desk uses none of these, so no page of it, no frame in it and nothing that got into it may ask for one. Signing
 * in with a passkey and copying to the clipboard keep the browser's own rule. The handset of the sandbox carrier, which
 * may listen, is a page of another origin.
 */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

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
