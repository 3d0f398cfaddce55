const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;

/** Some browsers turn speech into text themselves. */
export const canListen = Recognition !== undefined;

/** Listens for one sentence and says it; the words stand in the field while they come. Pressed again, it stops. */
export function listenOnce(button, input, say, complain) {
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
    if (error !== 'no-speech' && error !== 'aborted') complain(`This browser could not listen (${error}).`);
  });
  recognition.addEventListener('end', () => {
    button.stop = null;
    button.setAttribute('aria-pressed', 'false');
  });
  recognition.start();
}
