import { followUpReasons, urgentReasons } from '@parley/contract';

/** An unknown reason, of a newer server, is shown as it is. */
export function reasonLabel(reason: string): string {
  return Object.hasOwn(followUpReasons, reason)
    ? followUpReasons[reason as keyof typeof followUpReasons]
    : reason;
}

/** Why it is urgent, as far as that is known. */
export function urgentLabel(why: string | null): string {
  return why !== null && Object.hasOwn(urgentReasons, why)
    ? `Urgent: ${urgentReasons[why as keyof typeof urgentReasons].toLowerCase()}`
    : 'Urgent';
}
