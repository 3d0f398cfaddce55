/** The token of an Authorization header; undefined where it has none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
}
