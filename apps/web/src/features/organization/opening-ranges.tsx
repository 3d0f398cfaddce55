import { type OpenRange, openingLimits } from '@parley/contract';
import { DayRanges } from '../../ui/day-ranges.tsx';
import { errorsAt, type FormErrors } from './form-errors.ts';

interface OpeningRangesProps {
  /** Of the day, for screen readers. */
  label: string;
  ranges: readonly OpenRange[];
  /** The place of the ranges in the settings. */
  place: string;
  errors: FormErrors;
  disabled: boolean;
  onChange: (ranges: readonly OpenRange[]) => void;
}

/** When one day is open, with what is wrong at its place in the settings. */
export function OpeningRanges({ place, errors, ...props }: OpeningRangesProps) {
  return (
    <DayRanges
      {...props}
      most={openingLimits.perDay}
      sentences={errorsAt(errors, place)}
      // A sentence about the whole day marks all of its ranges.
      isWrong={(index) => errors.has(place) || errorsAt(errors, `${place}.${index}`).length > 0}
    />
  );
}
