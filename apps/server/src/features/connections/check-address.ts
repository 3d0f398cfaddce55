import { randomBytes } from 'node:crypto';
import { addressChecks, type Check, type Problem, type ProblemCode, problemOf } from '@parley/contract';
import { type AddressProof, addressCheckHeader, addressCheckPaths } from '../../lib/address-proof.ts';
import { AddressFailed, type AddressFailure, type ThroughAddress } from '../../ports/through-address.ts';

/** Behind a balancer each time may reach another server, also one of an earlier release. */
const usualTimes = 5;
/** A carrier waits about as long for a connection. */
const longestMs = 5_000;

export interface AddressParts {
  readonly proof: AddressProof;
  readonly through: ThroughAddress;
  /** The carrier runs on this machine: it needs neither https nor an address of the internet. */
  readonly carrierOnThisMachine: boolean;
}

export interface AddressReport {
  readonly checks: readonly Check[];
  /** The first thing that is wrong; null: the carrier can call this address. */
  readonly problem: Problem | null;
}

/**
 * Whether the carrier can call this deployment at the address: sends itself a signed webhook and opens a socket through
 * it, and compares what arrived byte for byte, because the carrier signs what it sends.
 */
export async function checkAddress(
  url: string,
  parts: AddressParts,
  times = usualTimes,
): Promise<AddressReport> {
  const { protocol, origin, host } = new URL(url);
  const problem = (code: ProblemCode) => problemOf(code, { host });
  if (protocol !== 'https:' && !parts.carrierOnThisMachine) return report(url, problem('address_http'));
  const signal = AbortSignal.timeout(longestMs);
  const rounds = (round: () => Promise<ProblemCode | null>) =>
    Promise.all(Array.from({ length: times }, () => round().catch(codeOf)));
  const webhooks = await rounds(() => webhookRound(origin, parts, signal));
  const failed = webhooks.find((code) => code !== null);
  if (failed) return report(url, problem(failed));
  const socketSignal = AbortSignal.timeout(longestMs);
  const sockets = await rounds(() => socketRound(origin, parts, socketSignal));
  const refused = sockets.find((code) => code !== null);
  return report(url, refused ? problem(refused) : null);
}

function report(url: string, problem: Problem | null): AddressReport {
  return { checks: addressChecks(url, problem), problem };
}

/** Characters that proxies like to write another way, as the carrier's requests have them. */
const query = () =>
  `call=${randomBytes(6).toString('hex')}&text=a%20b+c%2Fd%2fe~(%c3%bc)&empty=&again=1&again=2`;
const body = () =>
  Buffer.from(
    `Call=CA${randomBytes(16).toString('hex')}&Name=M%C3%BCller+%26+Co%2E&Empty=&Speech=caf%e9%21%0D%0A`,
  );

async function webhookRound(
  origin: string,
  { proof, through }: AddressParts,
  signal: AbortSignal,
): Promise<ProblemCode | null> {
  const { nonce, header } = proof.ask();
  const target = `${addressCheckPaths.webhook}?${query()}`;
  const request = { method: 'POST', target, body: body() };
  const answer = await through.send(
    {
      url: origin + target,
      headers: {
        [addressCheckHeader]: header,
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      },
      body: request.body,
    },
    signal,
  );
  const ours = readAnswer(answer.body);
  if (ours.answer !== proof.answer(nonce)) return strangerCode(answer.status, ours);
  return ours.seen === proof.seen(nonce, request) ? null : 'address_changes_requests';
}

async function socketRound(
  origin: string,
  { proof, through }: AddressParts,
  signal: AbortSignal,
): Promise<ProblemCode | null> {
  const { nonce, header } = proof.ask();
  const target = `${addressCheckPaths.socket}?${query()}`;
  const text = `${nonce} grüezi`;
  const { greeting, echo } = await through.talk(
    { url: origin.replace(/^http/, 'ws') + target, headers: { [addressCheckHeader]: header }, text },
    signal,
  );
  const ours = readAnswer(greeting);
  if (ours.answer !== proof.answer(nonce)) return 'address_not_parley';
  const seen = proof.seen(nonce, { method: 'GET', target, body: Buffer.alloc(0) });
  return ours.seen === seen && echo === text ? null : 'address_changes_requests';
}

/** A server of ours that does not know the check yet says so in our own format of errors. */
function strangerCode(status: number, { code }: Record<string, unknown>): ProblemCode {
  if (status === 404 && code === 'not_found') return 'address_other_release';
  return status === 502 || status === 503 || status === 504 ? 'address_no_answer' : 'address_not_parley';
}

function readAnswer(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const codes: Record<AddressFailure, ProblemCode> = {
  http: 'address_http',
  private: 'address_private',
  unknown_host: 'address_unknown',
  no_answer: 'address_no_answer',
  certificate_untrusted: 'certificate_self_signed',
  certificate_expired: 'certificate_expired',
  certificate_not_yet_valid: 'certificate_not_yet_valid',
  certificate_name: 'certificate_name',
  socket_refused: 'socket_refused',
};

function codeOf(error: unknown): ProblemCode {
  if (error instanceof AddressFailed) return codes[error.failure];
  throw error;
}
