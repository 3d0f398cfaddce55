import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Instant } from '../../../../ui/instant.tsx';
import type { SameFile } from './use-send-people.ts';

/** People of a file that was used before would be called a second time. */
export function SameFileNotice({ sameFile }: { sameFile: SameFile }) {
  return (
    <AlertBox tone="amber" title="This file was used before">
      <p>Whoever was called then would be called again.</p>
      <ul className="mt-1 list-disc pl-5">
        {sameFile.map(({ id, name, createdAt }) => (
          <li key={id} className="wrap-anywhere">
            {name}, <Instant at={createdAt} />
          </li>
        ))}
      </ul>
    </AlertBox>
  );
}
