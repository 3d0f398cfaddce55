import type { LeftLine } from '../../../lib/parsing/connections.ts';
import { Button } from '../../../ui/button.tsx';
import { CommandLine } from '../../../ui/command-line.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { FailureBox } from '../failure-box.tsx';

interface NotRestoredProps {
  /** What has been done all the same, as the beginning of a sentence. */
  after: string;
  left: readonly LeftLine[];
  onClose: () => void;
}

const names = {
  voiceUrl: 'A call comes in',
  voiceFallbackUrl: 'Primary handler fails',
  statusCallback: 'Call status changes',
  voiceApplicationSid: 'Application',
  trunkSid: 'Trunk',
} as const;

/** The old values of lines that the carrier did not take back, to be entered there by hand. */
export function NotRestored({ after, left, onClose }: NotRestoredProps) {
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {`${after}, but these lines could not be put back. Enter their old values in the Twilio Console.`}
      </p>
      <ul aria-label="Lines that were not put back" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {left.map(({ number, values, problem }) => (
          <li key={number} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-box border p-4">
            <PhoneNumber className="font-medium">{number}</PhoneNumber>
            {/* Its remedy is about taking a line over. */}
            <FailureBox failure={{ sentence: problem.sentence, remedy: '' }} />
            {Object.entries(names).map(
              ([field, name]) =>
                values[field as keyof typeof names] !== '' && (
                  <div key={field} className="grid grid-cols-[minmax(0,1fr)] gap-1">
                    <span className="text-ink-3 text-sm">{name}</span>
                    <CommandLine label={`value of "${name}"`}>
                      {values[field as keyof typeof names]}
                    </CommandLine>
                  </div>
                ),
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I Have Noted Them
        </Button>
      </DialogActions>
    </div>
  );
}
