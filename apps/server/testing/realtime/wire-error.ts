/** The error that the service sends when it refuses an event. */
export interface WireError {
  readonly type: 'invalid_request_error' | 'server_error' | 'rate_limit_exceeded';
  readonly code: string | null;
  readonly message: string;
  readonly param: string | null;
}

export function invalid(code: string, message: string, param: string | null = null): WireError {
  return { type: 'invalid_request_error', code, message, param };
}

/** An error after which the service closes the socket, with the close code. */
export interface ClosingError {
  readonly error: WireError;
  readonly closeCode: number;
}

export const betaShape: ClosingError = {
  error: invalid(
    'beta_api_shape_disabled',
    'The Realtime Beta API is no longer supported. Please use /v1/realtime for the GA API.',
  ),
  closeCode: 4000,
};

export const wrongKey: ClosingError = {
  error: invalid('invalid_api_key', 'Incorrect API key provided.'),
  closeCode: 3000,
};

export function wrongModel(model: string | null): ClosingError {
  const error =
    model === null
      ? invalid('missing_model', 'You must provide a model parameter.')
      : invalid('model_not_found', `The model \`${model}\` does not exist or you do not have access to it.`);
  return { error, closeCode: 4000 };
}

export const sessionExpired: ClosingError = {
  error: invalid('session_expired', 'Your session hit the maximum duration of 60 minutes.'),
  closeCode: 1001,
};
