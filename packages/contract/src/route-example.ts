/** What the description of the API shows of a route, and what tests send to it. */
export interface RouteExample {
  readonly body?: unknown;
  readonly response: unknown;
  /** Where the route cannot do without one. */
  readonly query?: string;
  /** Parts of the path that are no ids. */
  readonly params?: Readonly<Record<string, string>>;
}

/** The path of a route with its query; parts that are ids are the one given. */
export function exampleAddress(path: string, { params = {}, query }: RouteExample, id: string): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? id);
  return query === undefined ? filled : `${filled}?${query}`;
}
