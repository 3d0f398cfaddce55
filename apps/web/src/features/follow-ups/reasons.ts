import { followUpReasons } from '@parley/contract';

/** An unknown reason, of a newer server, is shown as it is. */
export function reasonLabel(reason: string): string {
  return Object.hasOwn(followUpReasons, reason)
    ? followUpReasons[reason as keyof typeof followUpReasons]
    : reason;
}
