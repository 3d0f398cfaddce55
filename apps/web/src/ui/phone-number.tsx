import { cx } from './cx.ts';
import { numberGroups } from './number-groups.ts';

/**
 * A phone number in groups. The gaps are margins, so that the text, also when copied, is the number as it is dialled.
 * Other text is shown as it is.
 */
export function PhoneNumber({ children, className }: { children: string; className?: string }) {
  const groups = numberGroups(children);
  if (groups.length === 1) return <span className={className}>{children}</span>;
  return (
    <span className={cx('whitespace-nowrap', className)}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups have no other identity
        <span key={index} className="not-first:ml-[0.28em]">
          {group}
        </span>
      ))}
    </span>
  );
}
