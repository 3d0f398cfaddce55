import { useState } from 'react';
import { useAddressParam } from '../../../lib/use-address-param.ts';

/** The entry of the transcript that is pointed at. */
export interface LitEntry {
  ordinal: number;
  /** Counts how often somebody has pointed, so that the same entry can be shown again. */
  times: number;
}

/** It stands in the address, so that an entry can be linked to. */
export function useLitEntry(): [LitEntry | null, (ordinal: number) => void] {
  const [param, setParam] = useAddressParam('entry');
  const [times, setTimes] = useState(0);
  const lit = /^\d{1,9}$/.test(param) ? { ordinal: Number(param), times } : null;
  return [
    lit,
    (ordinal) => {
      setParam(String(ordinal));
      setTimes((given) => given + 1);
    },
  ];
}
