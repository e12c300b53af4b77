import { GoondanError, isErrorCode } from '@goondan/core/basics';

/** A failure of the network as an error with a code; one that has a code already stays as it is. */
export function networkError(thrown: unknown, host: string): Error {
  if (thrown instanceof Error && 'code' in thrown) {
    if (isErrorCode(thrown.code)) return thrown;
    const code = String(thrown.code);
    if (isCertificateFailure(code))
      return new GoondanError(
        'E_NETWORK_CERTIFICATE',
        `${host} has no valid certificate: ${reasonOf(thrown)}.`,
      );
    // Of the parser, zlib, zstd and brotli.
    if (/^(HPE_|Z_|ZSTD_|ERR__ERROR_)/.test(code))
      return new GoondanError(
        'E_NETWORK_BAD_RESPONSE',
        `${host} sent what is not a valid response: ${reasonOf(thrown)}.`,
      );
    if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|DNS_)/.test(code))
      return new GoondanError('E_NETWORK_NAME', `${host} has no address (${code}).`);
  }
  return new GoondanError('E_NETWORK_CONNECTION', `${host} could not be reached: ${reasonOf(thrown)}.`);
}

function isCertificateFailure(code: string): boolean {
  return /CERT|^ERR_TLS_|^UNABLE_TO_|^DEPTH_ZERO|^INVALID_PURPOSE|^HOSTNAME_MISMATCH|^CRL_/.test(code);
}

/** The first line, without the full stop and without the address, which is the network's own business. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'the connection failed';
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const known = reasons[code];
  if (known !== undefined) return known;
  const [line = ''] = thrown.message.split('\n', 1);
  return line.slice(0, 300).replace(/\.$/, '') || code || 'the connection failed';
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens on this port',
  ECONNRESET: 'the connection was closed before the answer was whole',
  EPIPE: 'the connection was closed while the request was sent',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  ETIMEDOUT: 'the connection timed out',
};
