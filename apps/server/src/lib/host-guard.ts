import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressKind, addressKind } from './network-address-kind.ts';

/** What may be connected to besides public addresses by https. */
export interface HostRules {
  /** This machine, named as such: localhost, 127.0.0.1, ::1. A name that resolves to it is still refused. */
  readonly loopback: boolean;
  /** Hosts that whoever runs the deployment has named, with or without a port: they may be private, and without TLS. */
  readonly hosts: readonly string[];
}

export type HostRefusal =
  /** No address that can be connected to. */
  | 'invalid'
  /** A name and password in the address would end up in logs. */
  | 'login'
  | 'not_https'
  /** It leads into the network of the server, to itself, or to the metadata of its machine. */
  | 'private'
  | 'unresolved';

export class HostRefused extends Error {
  override readonly name = 'HostRefused';
  readonly refusal: HostRefusal;
  constructor(refusal: HostRefusal) {
    super(refusals[refusal]);
    this.refusal = refusal;
  }
}

const refusals: Record<HostRefusal, string> = {
  invalid: 'The address is not one that can be connected to.',
  login: 'The address must not hold a name or password.',
  not_https: 'The address must begin with https.',
  private: 'The address leads into a private network.',
  unresolved: 'No machine has this name.',
};

/** All addresses of a name. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Addresses that people enter must not reach what only this server can reach. A name is resolved once for each connection,
 * every address it has is judged, and the connection goes to one of just these: a name that is resolved to something else
 * a moment later (DNS rebinding) gains nothing.
 */
export interface HostGuard {
  /** Null where the address may be connected to, as far as can be told before its name is resolved. */
  refusalOf(url: string | URL): HostRefusal | null;
  /** The addresses of a host, all allowed; throws HostRefused. For clients that have no `lookup`. */
  addressesOf(host: string, port: number): Promise<readonly LookupAddress[]>;
  /** For `net`, `tls`, `http`, `https` and `ws`. They do not call it for literal addresses, so ask `refusalOf` before. */
  lookupFor(port: number): LookupFunction;
}

const securePorts: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'http:': 80, 'ws:': 80 };

export function createHostGuard(rules: HostRules, resolve: ResolveHost = resolveAll): HostGuard {
  const named = new Set(rules.hosts.map((host) => host.toLowerCase()));
  const isNamed = (host: string, port: number) => named.has(host) || named.has(withPort(host, port));

  function judge(host: string, port: number, address: string): HostRefusal | null {
    const kind: AddressKind = addressKind(address);
    if (kind === 'public') return null;
    // The name of a machine may change its address; that of a cloud's metadata has to be named itself.
    if (isNamed(host, port) && (kind !== 'forbidden' || isIP(host) !== 0)) return null;
    return kind === 'loopback' && rules.loopback && isThisMachine(host) ? null : 'private';
  }

  async function addressesOf(name: string, port: number): Promise<readonly LookupAddress[]> {
    const host = bareHost(name);
    const family = isIP(host);
    const found = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family }];
    if (found.length === 0) throw new HostRefused('unresolved');
    for (const { address } of found) {
      const refusal = judge(host, port, address);
      // One bad address is enough: which of them is used is not ours to say.
      if (refusal !== null) throw new HostRefused(refusal);
    }
    return found;
  }

  return {
    refusalOf(address) {
      const url = typeof address === 'string' ? URL.parse(address) : address;
      const standardPort = url && securePorts[url.protocol];
      if (!url || standardPort === undefined || url.hostname === '') return 'invalid';
      if (url.username !== '' || url.password !== '') return 'login';
      const host = bareHost(url.hostname);
      const port = url.port === '' ? (standardPort ?? 0) : Number(url.port);
      const excepted = isNamed(host, port) || (rules.loopback && isThisMachine(host));
      const plain = url.protocol === 'http:' || url.protocol === 'ws:';
      if (isIP(host) !== 0) {
        const refusal = judge(host, port, host);
        if (refusal !== null) return refusal;
      } else if (isThisMachine(host) && !excepted) return 'private';
      return plain && !excepted ? 'not_https' : null;
    },
    addressesOf,
    lookupFor: (port) => (hostname, options, done) => {
      addressesOf(hostname, port).then(
        (found) => {
          const usable = found.filter(({ family }) => !options.family || family === Number(options.family));
          const [first] = usable;
          if (!first) done(new HostRefused('unresolved'), '');
          else if (options.all) done(null, [...usable]);
          else done(null, first.address, first.family);
        },
        (error: Error) => done(error, ''),
      );
    },
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && addressKind(host) === 'loopback');
}

/** As it stands in an address: without brackets, and without the dot that ends a full name. */
function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function withPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function resolveAll(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });
}
