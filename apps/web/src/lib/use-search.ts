import { limits } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { useAddressParam } from './use-address-param.ts';
import { useAfterPause } from './use-after-pause.ts';

/** After this pause a search is sent. */
const pauseMs = 200;

interface Search {
  /** In the field. */
  typed: string;
  setTyped: (typed: string) => void;
  /** What is searched for; it stands in the address. */
  search: string;
}

export function useSearch(): Search {
  const [param, setParam] = useAddressParam('search');
  const search = param.slice(0, limits.contactSearchMax);
  const [typed, setTyped] = useState(search);
  /** What this field has put into the address; anything else comes from a link or from Back. */
  const own = useRef(search);
  useEffect(() => {
    if (search === own.current) return;
    own.current = search;
    setTyped(search);
  }, [search]);
  useAfterPause(typed.trim(), pauseMs, (wanted) => {
    if (wanted === own.current) return;
    own.current = wanted;
    setParam(wanted);
  });
  return { typed, setTyped, search };
}
