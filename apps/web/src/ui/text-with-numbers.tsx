import { PhoneNumber } from './phone-number.tsx';

/** A sentence whose phone numbers are shown in groups. */
export function TextWithNumbers({ children }: { children: string }) {
  return children.split(/(\+\d{7,15})/).map((part, index) =>
    // Every second part is what the brackets caught.
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
      <PhoneNumber key={index}>{part}</PhoneNumber>
    ),
  );
}
