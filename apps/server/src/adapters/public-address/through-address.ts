import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import { WebSocket } from 'ws';
import { createHostGuard, type HostRules } from '../../lib/host-guard.ts';
import { AddressFailed, type ThroughAddress } from '../../ports/through-address.ts';
import { failureOf } from './failure-of.ts';

export interface ThroughAddressOptions {
  /** Where the carrier runs on this machine, an address that only this network reaches is one that it can call. */
  readonly carrierOnThisMachine: boolean;
  /** Hosts that whoever runs the deployment has named. */
  readonly namedHosts: readonly string[];
  /** PEM; trusted beside the authorities that the process trusts (NODE_EXTRA_CA_CERTS among them). For tests. */
  readonly authorities?: readonly string[];
}

const longestAnswer = 4_096;

/** Each request has a connection of its own, so that a balancer may hand it to another server. */
export function throughAddress(options: ThroughAddressOptions): ThroughAddress {
  const { carrierOnThisMachine, namedHosts, authorities } = options;
  // Given authorities replace the usual ones, so those are named too.
  const trust = authorities ? { ca: [...rootCertificates, ...authorities] } : {};

  function connecting(address: string) {
    const url = new URL(address);
    const secure = url.protocol === 'https:' || url.protocol === 'wss:';
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const rules: HostRules = {
      loopback: carrierOnThisMachine,
      hosts: carrierOnThisMachine ? [...namedHosts, host] : namedHosts,
    };
    const guard = createHostGuard(rules);
    const refusal = guard.refusalOf(url);
    if (refusal !== null) throw new AddressFailed(refusal === 'private' ? 'private' : 'http');
    return { url, secure, lookup: guard.lookupFor(port) };
  }

  return {
    async send({ url: address, headers, body }, signal) {
      const { url, secure, lookup } = connecting(address);
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const sent = (secure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: false,
        lookup,
        headers: { ...headers, 'content-length': String(body.length) },
        signal,
        ...trust,
      });
      sent.on('response', resolve).on('error', (error) => reject(failureOf(error)));
      sent.end(body);
      const response = await promise;
      try {
        return { status: response.statusCode ?? 0, body: await readStart(response) };
      } catch (error) {
        throw failureOf(error);
      } finally {
        sent.destroy();
      }
    },

    async talk({ url: address, headers, text }, signal) {
      signal.throwIfAborted();
      const { lookup } = connecting(address);
      const socket = new WebSocket(address, {
        headers: { ...headers },
        lookup,
        agent: false,
        followRedirects: false,
        perMessageDeflate: false,
        maxPayload: longestAnswer,
        ...trust,
      } as ConstructorParameters<typeof WebSocket>[2]);
      const { promise, resolve, reject } = Promise.withResolvers<{ greeting: string; echo: string }>();
      const heard: string[] = [];
      const onAbort = () => reject(new AddressFailed('no_answer'));
      signal.addEventListener('abort', onAbort, { once: true });
      socket.on('message', (data) => {
        heard.push(String(data));
        const [greeting = '', echo] = heard;
        if (echo === undefined) socket.send(text);
        else resolve({ greeting, echo });
      });
      socket.on('unexpected-response', (_request, { statusCode = 0 }) =>
        reject(new AddressFailed('socket_refused', statusCode)),
      );
      socket.on('error', (error) => reject(failureOf(error)));
      socket.on('close', () => reject(new AddressFailed('socket_refused')));
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
        socket.on('error', () => {});
        socket.terminate();
      }
    },
  };
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= longestAnswer) break;
  }
  return Buffer.concat(chunks).subarray(0, longestAnswer).toString('utf8');
}
