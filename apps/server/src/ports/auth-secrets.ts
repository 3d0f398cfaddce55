/** One AUTH_SECRET of the deployment. Its id is public: it says which secret something was signed or sealed with. */
export interface AuthSecret {
  readonly id: string;
  readonly value: string;
}

/** Every AUTH_SECRET that this server knows: one, or several while the deployment moves from one to the next. */
export interface AuthSecrets {
  /** Signs and seals. Becomes the next one when the move is finished, without a restart. */
  readonly current: AuthSecret;
  /** What a signature may be made with, the current one first. */
  readonly accepted: readonly AuthSecret[];
  /** Every one, the current one first: what may have to be decrypted. */
  readonly known: readonly AuthSecret[];
  /** The one that the current one has replaced. What it has sealed is to be sealed again. */
  readonly replaced: AuthSecret | null;
  /** The secret with this id; null where this server does not know it. */
  find(id: string): AuthSecret | null;
}

/** The id of the secret that a deployment began with. */
export const firstSecretId = 'first';

/** The secrets of a server that knows one. */
export function onlySecret(value: string, id: string = firstSecretId): AuthSecrets {
  const current = { id, value };
  return {
    current,
    accepted: [current],
    known: [current],
    replaced: null,
    find: (wanted) => (wanted === id ? current : null),
  };
}
