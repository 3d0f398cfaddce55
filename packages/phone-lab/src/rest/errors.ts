/** An error with Twilio's body: `{code, message, more_info, status}`. */
export class RestError extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.name = 'RestError';
    this.status = status;
    this.code = code;
  }

  body(): Record<string, unknown> {
    const { code, message, status } = this;
    return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  }
}

export function notFound(path: string): RestError {
  return new RestError(404, 20404, `The requested resource ${path} was not found`);
}

/** What the lab does not support is refused, never faked. */
export function notSupported(what: string): RestError {
  return new RestError(501, 20501, `phone-lab does not support ${what}. Its README lists what is supported.`);
}
