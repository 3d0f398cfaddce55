import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Page } from '@playwright/test';

/**
 * Clerk's widget is loaded from Clerk's host, which the tests cannot reach. They answer the requests for its scripts with
 * a small fake; the React package, our session and the verification on the server are real.
 */
export const clerkHost = 'clerk.parley.example';

export const publishableKey = `pk_test_${Buffer.from(`${clerkHost}$`).toString('base64')}`;

export interface ClerkKeys {
  publicPem: string;
  privateKey: KeyObject;
}

export function makeClerkKeys(): ClerkKeys {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey };
}

/** A token like Clerk's, valid for ten minutes. */
export function clerkToken({ privateKey }: ClerkKeys, claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const payload = {
    iss: `https://${clerkHost}`,
    sub: 'user_1',
    sid: 'sess_1',
    sts: 'active',
    v: 2,
    iat: now,
    nbf: now - 10,
    exp: now + 600,
    ...claims,
  };
  const signed = `${encode({ alg: 'RS256', kid: 'ins_1', typ: 'JWT' })}.${encode(payload)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

export async function answerClerkScripts(page: Page, token: string): Promise<void> {
  await page.route(`https://${clerkHost}/**`, (route) => {
    const headers = { 'access-control-allow-origin': '*' };
    const ui = route.request().url().includes('/ui.');
    return route.fulfill({
      headers,
      contentType: 'text/javascript',
      body: ui ? uiScript : clerkScript(token),
    });
  });
}

const uiScript = 'window.__internal_ClerkUICtor = class {};';

/** The part of Clerk's object that the React package uses. The session survives a reload, as with Clerk's cookie. */
const clerkScript = (token: string) => `(() => {
  const storageKey = 'fake-session';
  const listeners = new Set();
  const person = { id: 'user_1', firstName: 'Ada', lastName: 'Quill', primaryEmailAddress: { emailAddress: 'ada@example.com' } };
  const token = ${JSON.stringify(token)};
  const claims = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
  const session = { id: 'sess_1', status: 'active', user: person, lastActiveToken: { jwt: { claims } }, getToken: async () => token };
  const clerk = {
    loaded: false, status: 'loading', client: {}, organization: null, session: null, user: null, isSignedIn: false,
    async load(options) { this.options = options; this.loaded = true; this.status = 'ready'; this.emit(); },
    emit() {
      const signedIn = sessionStorage.getItem(storageKey) === 'yes';
      this.session = signedIn ? session : null;
      this.user = signedIn ? person : null;
      this.isSignedIn = signedIn;
      this.__internal_lastEmittedResources = { client: this.client, session: this.session, user: this.user, organization: null };
      for (const listener of listeners) listener(this.__internal_lastEmittedResources);
    },
    addListener(listener) { listeners.add(listener); return () => listeners.delete(listener); },
    on(event, listener, { notify = false } = {}) { if (event === 'status' && notify) listener(this.status); },
    off() {}, __internal_updateProps() {},
    mount(node, props) {
      const button = document.createElement('button');
      button.textContent = 'Continue with the fake';
      button.onclick = () => { sessionStorage.setItem(storageKey, 'yes'); this.emit(); this.options.routerPush(props.fallbackRedirectUrl); };
      node.append(button);
    },
    mountSignIn(node, props) { this.mount(node, props); }, unmountSignIn(node) { node.textContent = ''; },
    mountSignUp(node, props) { this.mount(node, props); }, unmountSignUp(node) { node.textContent = ''; },
    async signOut({ redirectUrl }) { sessionStorage.removeItem(storageKey); window.location.assign(redirectUrl); },
  };
  window.Clerk = clerk;
})();`;
