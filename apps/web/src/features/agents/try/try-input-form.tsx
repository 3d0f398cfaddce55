import { type TryInput, tryLimits } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { countFrom, isTooLong } from '../../../lib/text-count.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface TryInputFormProps {
  busy: boolean;
  onSend: (sent: { input: TryInput; onSent: () => void }) => void;
  onType: () => void;
}

const onlyKeys = /^[0-9*#]{1,20}$/;

/** Enter says it. What is only digits can be pressed on the keypad instead. */
export function TryInputForm({ busy, onSend, onType }: TryInputFormProps) {
  const [text, setText] = useState('');

  /** What was not taken stays in the field, and so does what is typed meanwhile. */
  function send(input: TryInput): void {
    const sent = text;
    const onSent = () =>
      setText((given) => (given.startsWith(sent) ? given.slice(sent.length).trimStart() : given));
    onSend({ input, onSent });
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = text.trim();
    if (!busy && words !== '' && !isTooLong(words, tryLimits.inputMax)) send({ kind: 'say', text: words });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <TextField
        className="min-w-0 flex-1 basis-40"
        label="What you say"
        autoComplete="off"
        count={countFrom(text.trim(), tryLimits.inputMax)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onType();
        }}
      />
      <Button type="submit">Say</Button>
      {onlyKeys.test(text.trim()) && (
        <Button onClick={() => send({ kind: 'keys', digits: text.trim() })}>Press as Keys</Button>
      )}
    </form>
  );
}
