import { createContext, useContext } from 'react';

/** True while events come in as they happen. */
const LiveContext = createContext(false);

export const LiveContextProvider = LiveContext.Provider;

export function useLive(): boolean {
  return useContext(LiveContext);
}
