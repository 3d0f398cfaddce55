import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { decodeJwt, type JWTPayload } from 'jose';
import { testCode, testOrigin } from './identity-server.ts';

export const goodPassword = 'a long enough password';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly body: any;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

/** The part of a browser that signing in needs: it keeps cookies and sends its origin. */
export class Visitor {
  readonly email = `visitor-${randomBytes(6).toString('hex')}@example.com`;
  readonly #app: FastifyInstance;
  readonly #address: string;
  cookies = new Map<string, string>();

  constructor(app: FastifyInstance, address = randomAddress()) {
    this.#app = app;
    this.#address = address;
  }

  signUp(changes: object = {}): Promise<Answer> {
    const { email } = this;
    return this.post('sign-up/email', {
      firstName: 'Kit',
      lastName: 'Reed',
      email,
      password: goodPassword,
      code: testCode,
      ...changes,
    });
  }

  signIn(changes: object = {}): Promise<Answer> {
    return this.post('sign-in/email', { email: this.email, password: goodPassword, ...changes });
  }

  /** The claims of a fresh token, or null without a session. */
  async claims(): Promise<JWTPayload | null> {
    const { status, body } = await this.get('token');
    return status === 200 ? decodeJwt(body.token) : null;
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send({
      method: 'POST',
      url: `/api/auth/${path}`,
      headers: { 'content-type': 'application/json', origin: testOrigin, ...headers },
      payload: JSON.stringify(body),
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send({ method: 'GET', url: `/api/auth/${path}`, headers });
  }

  async send(request: InjectOptions): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#app.inject({
      ...request,
      headers: {
        'x-forwarded-for': this.#address,
        ...(cookie === '' ? {} : { cookie }),
        ...request.headers,
      },
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.statusCode, body: parse(response.body), headers: response.headers };
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Limits count by address, so every visitor has one of its own. */
function randomAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}
