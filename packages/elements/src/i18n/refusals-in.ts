import { asSentence } from './as-sentence.js';
import { type IssueTexts, issueIn } from './issue-in.js';
import { textIn } from './name-in.js';
import type { RefusalTexts } from './refusal-code.js';

/** How a language other than English tells refusals: the texts that every catalogue has of it. */
export function refusalsIn(refusals: RefusalTexts, issues: IssueTexts) {
  const issue = (message: string) => issueIn(issues, message) ?? asSentence(message);
  return {
    refusal: (code: string, sentence: string) => textIn(refusals, code) ?? sentence,
    issue,
    issueOf: (field: string, message: string) => `${field}: ${issue(message)}`,
  };
}
