import type { NumberOffer } from '@parley/contract';
import { cx } from '../../../ui/cx.ts';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { numberGroups } from '../../../ui/number-groups.ts';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { placeOfCalls, whyNotChosen } from './phone-draft.ts';

interface NumberChoicesProps {
  offers: readonly NumberOffer[];
  chosen: readonly string[];
  main: string;
  error: string | undefined;
  onChange: (chosen: readonly string[], main: string) => void;
}

/** The numbers of the account; those that cannot be used say why. */
export function NumberChoices({ offers, chosen, main, error, onChange }: NumberChoicesProps) {
  function toggle(sid: string, isChosen: boolean): void {
    const next = isChosen ? [...chosen, sid] : chosen.filter((each) => each !== sid);
    onChange(next, next.includes(main) ? main : (next[0] ?? ''));
  }
  const numberOf = (sid: string) => offers.find((offer) => offer.sid === sid)?.number ?? sid;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-medium text-sm">Numbers to use *</legend>
      <ul className="max-h-80 overflow-y-auto rounded-box border">
        {offers.map((offer) => {
          const whyNot = whyNotChosen(offer);
          return (
            <li key={offer.sid} className="border-t first:border-t-0">
              <label className={cx('flex gap-3 px-3 py-2.5', whyNot !== null && 'bg-sunken text-ink-3')}>
                <input
                  type="checkbox"
                  disabled={whyNot !== null}
                  checked={chosen.includes(offer.sid)}
                  aria-invalid={error === undefined ? undefined : true}
                  onChange={(event) => toggle(offer.sid, event.target.checked)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <PhoneNumber className="font-medium">{offer.number}</PhoneNumber>
                  <span className="wrap-anywhere block text-ink-2 text-sm">
                    {whyNot ?? `Calls to it go ${placeOfCalls(offer)} today.`}
                  </span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {error !== undefined && <p className="text-red text-sm">{error}</p>}
      {chosen.length > 1 && (
        <NativeSelect
          label="Main number"
          hint="Calls come from it where an agent has no number of its own."
          value={main}
          onValueChange={(sid) => onChange(chosen, sid)}
          options={chosen.map((sid) => ({ value: sid, label: numberGroups(numberOf(sid)).join(' ') }))}
        />
      )}
    </fieldset>
  );
}
