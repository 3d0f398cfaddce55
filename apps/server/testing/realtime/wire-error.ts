/** What the service says when it does not take an event. */
export interface WireError {
  readonly type: 'invalid_request_error' | 'server_error' | 'rate_limit_exceeded';
  readonly code: string | null;
  readonly message: string;
  readonly param: string | null;
}

export function invalid(code: string, message: string, param: string | null = null): WireError {
  return { type: 'invalid_request_error', code, message, param };
}

/** An error after which the service closes, with the code it closes with. */
export interface Expulsion {
  readonly error: WireError;
  readonly closeCode: number;
}

export const betaShape: Expulsion = {
  error: invalid(
    'beta_api_shape_disabled',
    'The Realtime Beta API is no longer supported. Please use /v1/realtime for the GA API.',
  ),
  closeCode: 4000,
};

export const wrongKey: Expulsion = {
  error: invalid('invalid_api_key', 'Incorrect API key provided.'),
  closeCode: 3000,
};

export function wrongModel(model: string | null): Expulsion {
  const error =
    model === null
      ? invalid('missing_model', 'You must provide a model parameter.')
      : invalid('model_not_found', `The model \`${model}\` does not exist or you do not have access to it.`);
  return { error, closeCode: 4000 };
}

export const sessionExpired: Expulsion = {
  error: invalid('session_expired', 'Your session hit the maximum duration of 60 minutes.'),
  closeCode: 1001,
};
