import { type TryInput, tryLimits } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface TryInputFormProps {
  busy: boolean;
  onSend: (input: TryInput) => void;
  onType: () => void;
}

const onlyKeys = /^[0-9*#]{1,20}$/;

/** Enter says it. What is only digits can be pressed on the keypad instead. */
export function TryInputForm({ busy, onSend, onType }: TryInputFormProps) {
  const [text, setText] = useState('');

  function send(input: TryInput): void {
    onSend(input);
    setText('');
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && text.trim() !== '') send({ kind: 'say', text: text.trim() });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <TextField
        className="min-w-0 flex-1 basis-40"
        label="What you say"
        autoComplete="off"
        maxLength={tryLimits.inputMax}
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
