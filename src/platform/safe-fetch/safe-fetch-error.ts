export type SafeFetchCode =
  | 'fetch.address_not_allowed'
  | 'fetch.unreachable'
  | 'fetch.timeout'
  | 'fetch.too_large'
  | 'fetch.too_many_redirects'
  | 'fetch.bad_url'
  | 'fetch.bad_type';

const messages: Record<SafeFetchCode, string> = {
  'fetch.address_not_allowed': 'This address is not allowed',
  'fetch.unreachable': 'The address could not be reached',
  'fetch.timeout': 'The address did not answer in time',
  'fetch.too_large': 'The answer of this address is too large',
  'fetch.too_many_redirects': 'The address redirects too often',
  'fetch.bad_url': 'This is not a usable web address',
  'fetch.bad_type': 'The address answered with an unexpected type of content',
};

/**
 * Why an outbound request was refused or failed. The message depends on the code alone, so it tells nobody
 * which inner ports are open; `cause` is for the log only.
 */
export class SafeFetchError extends Error {
  readonly code: SafeFetchCode;

  constructor(code: SafeFetchCode, cause?: unknown) {
    super(messages[code], cause === undefined ? undefined : { cause });
    this.name = 'SafeFetchError';
    this.code = code;
  }
}
