export interface RestAnswer {
  status: number;
  body: Record<string, unknown> | null;
  headers?: Record<string, string>;
  /** The answer never comes: the connection stays open this long, then breaks. */
  stallMs?: number;
}
