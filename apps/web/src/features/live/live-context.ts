import { createContext, useContext } from 'react';

/** True while the event stream is open. */
const LiveContext = createContext(false);

export const LiveContextProvider = LiveContext.Provider;

export function useLive(): boolean {
  return useContext(LiveContext);
}
