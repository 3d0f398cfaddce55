export interface RouteInput {
  body: unknown;
  args: string[];
  query: URLSearchParams;
}

/** Method, path and handler; the handler returns the body of the response. */
export type Route = [method: string, path: RegExp, handler: (input: RouteInput) => unknown];

export const callPath = (rest = '') => new RegExp(`^/lab/calls/(CA[0-9a-f]{32})${rest}$`);
