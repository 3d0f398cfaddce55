import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { reasonLabel } from '../reasons.ts';
import { wantsNotifications } from './notifications-setting.ts';

/**
 * Names nobody and quotes nothing: a notification is read by whoever looks at the screen. With the same tag those of several
 * tabs are one.
 */
export function showNotification({ id, reason }: FollowUp, onOpen: () => void): void {
  if (!wantsNotifications()) return;
  try {
    const notification = new Notification('Urgent follow-up', {
      body: reasonLabel(reason),
      tag: `follow-up-${id}`,
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };
  } catch {
    // Phones show notifications of installed apps only.
  }
}
