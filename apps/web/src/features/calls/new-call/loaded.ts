/** As much of a query as the form looks at; the page that opens the form does the asking. */
export interface Loaded<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: (options: { cancelRefetch: boolean }) => unknown;
}
