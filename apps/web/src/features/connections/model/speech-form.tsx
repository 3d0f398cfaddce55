import { checkSpeechBody, connectionRoutes } from '@parley/contract';
import { parseSpeechCheck } from '../../../lib/parsing/connections.ts';
import { SecretField } from '../../../ui/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ConnectFormEnd } from '../connect-form-end.tsx';
import type { ConnectFormProps } from '../connect-form-props.ts';
import { replacedBy } from '../kinds.ts';
import { RestoreOffer } from '../restore-offer.tsx';
import { useConnectForm } from '../use-connect-form.ts';
import { secondsText } from './model-texts.ts';

const empty = { url: '', key: '', model: 'gpt-realtime-2.1' };

export function SpeechForm({ connections, onDirtyChange, onCancel, onConnected }: ConnectFormProps) {
  const form = useConnectForm({
    kind: 'speech',
    initial: empty,
    secrets: ['key'],
    bodyOf: ({ url, key, model }) => ({ url: url.trim() || null, key: key.trim() || null, model }),
    schema: checkSpeechBody,
    replaces: replacedBy(connections.speech),
    check: { route: connectionRoutes.checkSpeech, parse: parseSpeechCheck },
    connect: { route: connectionRoutes.connectSpeech, done: 'Speech connected' },
    onDirtyChange,
    onConnected,
  });
  const { field, errors } = form;
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="grid gap-5">
      {form.restore && <RestoreOffer onRestore={form.restore} />}
      <p className="text-ink-2">
        Listens and speaks by itself, without turning speech into text first: quicker, and for agents whose
        engine is realtime.
      </p>
      <SecretField
        label="Key"
        hint="Of your account at OpenAI, or at the service below."
        data-autofocus
        {...field('key')}
        error={errors.get('key') ?? errors.get('')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Model *" autoComplete="off" {...field('model')} />
        <TextField
          label="Address"
          autoComplete="off"
          placeholder="wss://api.openai.com/v1/realtime"
          hint="Empty: OpenAI's own."
          {...field('url')}
        />
      </div>
      <ConnectFormEnd
        form={form}
        found={form.result && `It was ready to speak after ${secondsText(form.result.readyMs ?? 0)}.`}
        connectLabel="Connect Speech"
        onCancel={onCancel}
      />
    </form>
  );
}
