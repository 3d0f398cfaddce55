import { agentLanguages, agentLimits, languageLabel } from '@parley/contract';
import { LinesField } from '../../../../ui/lines-field.tsx';
import { useEditor, useField } from '../editor-context.ts';
import { NumberAt, useWarningNote } from '../fields.tsx';
import { ListProblem } from '../list-problem.tsx';
import { SectionCard } from '../section-card.tsx';
import { LanguageField } from './language-field.tsx';
import { Pronunciations } from './pronunciations.tsx';
import { AddButton, RemovableRow } from './removable-row.tsx';
import { VoiceField } from './voice-field.tsx';

export function SpeechSection() {
  const { problems } = useEditor();
  const language = useField('speech.language');
  const voice = useField('speech.voice');
  const hints = useField('speech.hints');
  const warningNote = useWarningNote();
  const hintProblem = problems.find(({ path }) => path.startsWith('speech.hints'))?.sentence ?? null;
  return (
    <>
      <SectionCard title="Language and Voice" subtitle="What it speaks, and how it sounds.">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <LanguageField
            label="Language"
            path="speech.language"
            value={language.value}
            onChange={language.set}
          />
          <VoiceField
            path="speech.voice"
            language={language.value}
            voice={voice.value}
            onChange={voice.set}
          />
        </div>
        <NumberAt
          path="speech.speed"
          label="Speed"
          className="sm:max-w-1/2 sm:pr-2.5"
          placeholder="1"
          step={0.05}
          min={agentLimits.speedMin}
          max={agentLimits.speedMax}
          hint={`From ${agentLimits.speedMin} (slow) to ${agentLimits.speedMax} (fast); 1 is the voice's own.`}
          note={warningNote('speech.speed')}
        />
      </SectionCard>
      <SectionCard
        title="Further Languages"
        subtitle="It goes on in one of these when the other party speaks it."
      >
        <FurtherLanguages />
      </SectionCard>
      <SectionCard
        title="Pronunciation"
        subtitle="Words that the voice should say in another way than they are written."
      >
        <Pronunciations />
      </SectionCard>
      <SectionCard
        title="Words to Listen For"
        subtitle="Names and terms that speech recognition should expect."
      >
        <LinesField
          label="Words"
          hint={`One on each line, at most ${agentLimits.hintsMax}. Product names, people, treatments, streets.`}
          values={hints.value}
          onChange={hints.set}
          readOnly={hints.readOnly}
          error={hintProblem}
        />
      </SectionCard>
    </>
  );
}

function FurtherLanguages() {
  const { value: list, set, error, readOnly } = useField('speech.otherLanguages');
  const { config } = useEditor();
  const used = [config.speech.language, ...list.map(({ language }) => language)];
  const free = Object.keys(agentLanguages).find((tag) => !used.includes(tag)) ?? 'en-US';
  return (
    <>
      {list.length > 0 && (
        <ul aria-label="Further languages" className="grid gap-4">
          {list.map((item, index) => (
            <RemovableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity
              key={index}
              name={languageLabel(item.language)}
              onRemove={readOnly ? null : () => set(list.filter((_, at) => at !== index))}
            >
              <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                <LanguageField
                  label={`Language ${index + 2}`}
                  value={item.language}
                  onChange={(language) =>
                    set(list.map((each, at) => (at === index ? { language, voice: null } : each)))
                  }
                  path={`speech.otherLanguages.${index}.language`}
                />
                <VoiceField
                  path={`speech.otherLanguages.${index}.voice`}
                  label={`Voice for language ${index + 2}`}
                  language={item.language}
                  voice={item.voice}
                  onChange={(voice) =>
                    set(list.map((each, at) => (at === index ? { ...each, voice } : each)))
                  }
                />
              </div>
            </RemovableRow>
          ))}
        </ul>
      )}
      {list.length === 0 && (
        <p className="text-ink-3">None. It speaks {languageLabel(config.speech.language)} only.</p>
      )}
      <ListProblem>{error}</ListProblem>
      {!readOnly && list.length < agentLimits.otherLanguagesMax && (
        <AddButton onClick={() => set([...list, { language: free, voice: null }])}>Add a Language</AddButton>
      )}
    </>
  );
}
