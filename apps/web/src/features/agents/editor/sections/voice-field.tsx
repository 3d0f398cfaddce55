import {
  type AgentVoice,
  defaultVoice,
  engineOfVoice,
  voiceCatalogue,
  voiceProviderNames,
  voiceProviders,
  voicesFor,
} from '@parley/contract';
import { useState } from 'react';
import { SelectField } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useEditor, useProblem } from '../editor-context.ts';
import { useWarningNote } from '../fields.tsx';

interface VoiceFieldProps {
  /** Where the voice is in the config, such as `speech.voice`. */
  path: string;
  language: string;
  voice: AgentVoice;
  onChange: (voice: AgentVoice) => void;
  label?: string;
}

const byDefault = 'default';
const other = 'other';
const keyOf = ({ provider, name }: NonNullable<AgentVoice>) => `${provider}:${name}`;

/** A voice of the catalogue for this language and engine, or one that is named by hand; always with its provider. */
export function VoiceField({ path, language, voice, onChange, label = 'Voice' }: VoiceFieldProps) {
  const { readOnly, engine } = useEditor();
  const problem = useProblem();
  const note = useWarningNote()(path);
  const offered = voicesFor(language, engine);
  const isListed = voice !== null && offered.some((each) => keyOf(each) === keyOf(voice));
  const [naming, setNaming] = useState(false);
  const isNamed = naming || (voice !== null && !isListed);
  const providers = voiceProviders.filter((provider) => engineOfVoice({ provider }) === engine);

  function choose(key: string): void {
    setNaming(key === other);
    if (key === byDefault) onChange(null);
    else if (key === other)
      onChange({ provider: voice?.provider ?? providers[0] ?? 'google', name: voice?.name ?? '' });
    else {
      const chosen = offered.find((each) => keyOf(each) === key);
      if (chosen !== undefined) onChange({ provider: chosen.provider, name: chosen.name });
    }
  }

  return (
    <div className="grid content-start gap-3">
      <SelectField
        label={label}
        disabled={readOnly}
        value={isNamed ? other : voice === null ? byDefault : keyOf(voice)}
        onValueChange={choose}
        error={problem(path)}
        note={note}
        options={[
          { value: byDefault, label: defaultLabel(language, engine) },
          ...offered.map((each) => ({
            value: keyOf(each),
            label: `${each.label}, ${voiceProviderNames[each.provider]}`,
          })),
          { value: other, label: 'Another voice, by its name...' },
        ]}
      />
      {isNamed && voice !== null && (
        <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <SelectField
            label="Provider"
            disabled={readOnly}
            value={voice.provider}
            onValueChange={(provider) =>
              onChange({
                ...voice,
                provider: voiceProviders.find((each) => each === provider) ?? voice.provider,
              })
            }
            options={(providers.includes(voice.provider) ? providers : [voice.provider, ...providers]).map(
              (provider) => ({ value: provider, label: voiceProviderNames[provider] }),
            )}
          />
          <TextField
            label="Name of the voice"
            value={voice.name}
            readOnly={readOnly}
            autoComplete="off"
            error={problem(`${path}.name`)}
            hint="As the provider writes it."
            onChange={(event) => onChange({ ...voice, name: event.target.value.trim() })}
          />
        </div>
      )}
    </div>
  );
}

function defaultLabel(language: string, engine: 'relay' | 'realtime'): string {
  const voice = defaultVoice(language, engine);
  const listed = voice === null ? undefined : voiceCatalogue.find((each) => keyOf(each) === keyOf(voice));
  return listed === undefined
    ? 'Default voice'
    : `Default: ${listed.label}, ${voiceProviderNames[listed.provider]}`;
}
