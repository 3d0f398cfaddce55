import { limits } from '@parley/contract';
import { useEffect, useState } from 'react';
import { useAddressParam } from '../../../lib/use-address-param.ts';

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
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === search) return;
    const timer = setTimeout(() => setParam(wanted), pauseMs);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, search };
}
