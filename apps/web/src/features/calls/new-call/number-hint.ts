import { useEffect, useState } from 'react';

/** The rules of every country's numbers are large, so they come only when somebody types a number. */
const load = () => import('libphonenumber-js/min');

/** A gentle word about a number that seems too short; the server and the carrier decide. */
export function useIncompleteNumber(typed: string): boolean {
  const [incomplete, setIncomplete] = useState(false);
  useEffect(() => {
    let current = true;
    setIncomplete(false);
    if (typed.trim() === '') return;
    load()
      .then(({ validatePhoneNumberLength }) => {
        if (current) setIncomplete(validatePhoneNumberLength(typed.trim()) === 'TOO_SHORT');
      })
      // Without the rules there is no hint, and nothing is lost.
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [typed]);
  return incomplete;
}
