/** The voice engines as screens name them; one that is not here is shown as it is. */
export const engineNames: Readonly<Record<string, string>> = {
  relay: 'Relay',
  realtime: 'Realtime',
};
