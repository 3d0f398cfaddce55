export interface RestResponse {
  status: number;
  body: Record<string, unknown> | null;
  /** Sound, instead of a JSON body. */
  media?: {
    type: string;
    bytes: Buffer;
    /** The connection breaks half-way. */
    breaks?: boolean;
  };
  headers?: Record<string, string>;
  /** No response is sent: the connection stays open this long, then breaks. */
  stallMs?: number;
}
