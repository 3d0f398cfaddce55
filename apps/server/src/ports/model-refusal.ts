/** Why a provider refused, where its answer tells: each has its own remedy. */
export type RefusalReason = 'key' | 'credit' | 'model' | 'tools' | 'rate';

const creditWords =
  /insufficient_quota|insufficient[ _](?:balance|credits?|funds)|credit balance|exceeded your current quota|billing_(?:hard_limit|not_active)/i;
const modelWords =
  /model_not_found|\bmodel\b[^.]{0,120}(?:not found|does not exist|not exist|is not available)|unknown model/i;
const toolWords =
  /(?:does not|doesn't|not) support (?:tools?|functions?)|tool[ _](?:use|calling|choice)[^.]{0,80}(?:not supported|requires)|support tool use/i;
const keyWords = /invalid_api_key|authentication_error|invalid x-api-key/i;

/** From the status and the beginning of the body. Nothing of the body is kept: it may repeat what was sent. */
export function refusalReasonOf(status: number, body: string): RefusalReason | null {
  if (status === 402 || creditWords.test(body)) return 'credit';
  if (status === 401 || keyWords.test(body)) return 'key';
  // Providers answer 404 for a model; a wrong address answers it too, and then says nothing of models.
  if (modelWords.test(body) || (status === 404 && /\bmodel\b/i.test(body))) return 'model';
  if (status === 403) return 'key';
  if (status === 400 && toolWords.test(body)) return 'tools';
  return status === 429 ? 'rate' : null;
}
