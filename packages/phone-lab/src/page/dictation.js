const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;

/** Some browsers can transcribe speech. */
export const canDictate = Recognition !== undefined;

/** Transcribes one sentence into the field and says it. Pressed again, it stops. */
export function dictate(button, input, say, showProblem) {
  if (button.stop) return button.stop();
  const recognition = new Recognition();
  recognition.lang = navigator.language;
  recognition.interimResults = true;
  button.stop = () => recognition.stop();
  button.setAttribute('aria-pressed', 'true');
  recognition.addEventListener('result', (event) => {
    const text = [...event.results].map((result) => result[0].transcript).join(' ');
    input.value = text;
    if (!event.results[event.results.length - 1].isFinal) return;
    input.value = '';
    say(text);
  });
  recognition.addEventListener('error', ({ error }) => {
    if (error !== 'no-speech' && error !== 'aborted')
      showProblem(`This browser could not listen (${error}).`);
  });
  recognition.addEventListener('end', () => {
    button.stop = null;
    button.setAttribute('aria-pressed', 'false');
  });
  recognition.start();
}
