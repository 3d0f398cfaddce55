export interface RestResponse {
  status: number;
  body: Record<string, unknown> | null;
  /** Sound instead of a body. */
  media?: { type: string; bytes: Buffer };
  headers?: Record<string, string>;
  /** The answer never comes: the connection stays open this long, then breaks. */
  stallMs?: number;
}
