const storageKey = 'parley-notify-urgent';

/** Whether this browser shows a notification for urgent follow-ups, as far as it allows any. */
export function wantsNotifications(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true' && permission() === 'granted';
  } catch {
    return false;
  }
}

export function setWantsNotifications(wants: boolean): void {
  try {
    localStorage.setItem(storageKey, String(wants));
  } catch {
    // Without storage there are none.
  }
}

/** 'unsupported' where the browser has no notifications for pages. */
export function permission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Asks the person, who may have decided before. */
export async function askForPermission(): Promise<NotificationPermission | 'unsupported'> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}
