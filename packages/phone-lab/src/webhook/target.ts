export type Method = 'GET' | 'POST';

/** Where a webhook is sent. */
export interface Target {
  url: string;
  method: Method;
}
