import { cx } from './cx.ts';
import { numberGroups } from './number-groups.ts';

/**
 * A number in groups that the eye can follow. The gaps are margins: the text, also when copied, stays the number as it
 * is dialled. What is no number is shown as it is.
 */
export function PhoneNumber({ children, className }: { children: string; className?: string }) {
  const groups = numberGroups(children);
  if (groups.length === 1) return <span className={className}>{children}</span>;
  return (
    <span className={cx('whitespace-nowrap', className)}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is a place in the number
        <span key={index} className="not-first:ml-[0.28em]">
          {group}
        </span>
      ))}
    </span>
  );
}
