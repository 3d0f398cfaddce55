import { HostRefused } from '../../lib/host-guard.ts';
import { AddressFailed, type AddressFailure } from '../../ports/through-address.ts';

const failures: Readonly<Record<string, AddressFailure>> = {
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  CERT_UNTRUSTED: 'certificate_untrusted',
  CERT_REVOKED: 'certificate_untrusted',
  CERT_CHAIN_TOO_LONG: 'certificate_untrusted',
  INVALID_CA: 'certificate_untrusted',
};

/** What an error of a connection means for the address. */
export function failureOf(error: unknown): AddressFailed {
  if (error instanceof AddressFailed) return error;
  if (error instanceof HostRefused) {
    const { refusal } = error;
    return new AddressFailed(
      refusal === 'private' ? 'private' : refusal === 'unresolved' ? 'unknown_host' : 'http',
    );
  }
  const { code } = error as { code?: unknown };
  return new AddressFailed((typeof code === 'string' && failures[code]) || 'no_answer');
}
