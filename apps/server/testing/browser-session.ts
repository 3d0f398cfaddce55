/** The part of a browser that a signed-in page needs, over real HTTP: it keeps cookies and fetches tokens. */
export class BrowserSession {
  readonly email: string;
  readonly #url: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, origin: string, email: string) {
    this.#url = url;
    this.#origin = origin;
    this.email = email;
  }

  async signUp(code?: string): Promise<number> {
    const person = { firstName: 'Kit', lastName: 'Reed', email: this.email, password: passwordOfTests };
    return (await this.#send('POST', '/api/auth/sign-up/email', { ...person, code })).status;
  }

  /** A request of the sign-in itself. */
  auth(path: string, body: object): Promise<{ status: number; body: unknown }> {
    return this.#send('POST', `/api/auth/${path}`, body);
  }

  async signIn(): Promise<number> {
    const credentials = { email: this.email, password: passwordOfTests };
    return (await this.#send('POST', '/api/auth/sign-in/email', credentials)).status;
  }

  /** What the session cookie holds, without its signature. */
  get session(): string | undefined {
    const cookie = [...this.#cookies].find(([name]) => name.endsWith('parley.session_token'))?.[1];
    return cookie === undefined ? undefined : decodeURIComponent(cookie).split('.')[0];
  }

  async signOut(): Promise<number> {
    return (await this.#send('POST', '/api/auth/sign-out', {})).status;
  }

  async token(): Promise<string> {
    return ((await this.#send('GET', '/api/auth/token')).body as { token: string }).token;
  }

  /** A request with a token that is fetched for it; the status and body of whichever failed, or of the response. */
  async ask(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const issued = await this.#send('GET', '/api/auth/token');
    if (issued.status !== 200) return issued;
    const { token } = issued.body as { token: string };
    return this.#send(method, path, body, { authorization: `Bearer ${token}` });
  }

  async #send(method: string, path: string, body?: object, more: object = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: this.#origin, cookie, ...more },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: isJson(response) ? (JSON.parse(text) as unknown) : text };
  }
}

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

const passwordOfTests = 'a long enough password';
