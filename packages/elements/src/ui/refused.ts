import type { ErrorCode } from '@palaver/client';
import { isRefusedWith, issuesOf, type RefusalTexts, sentenceOf } from './refusal.js';

/** What a form shows of a refusal: at its fields, and below them what belongs to none of them. */
export interface Refused {
  readonly sentence: string | null;
  /** By the name of the field. */
  readonly fields: ReadonlyMap<string, string>;
}

export const NOT_REFUSED: Refused = { sentence: null, fields: new Map() };

/** What of a form tells which fields it has. */
interface Fields {
  readonly elements: { namedItem(name: string): unknown };
}

/** Refusals without issues that are about one field all the same. */
const FIELD_OF = {
  USERNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
  HANDLE_TAKEN: 'handle',
  CHANNEL_NAME_TAKEN: 'name',
  EMOJI_NAME_TAKEN: 'name',
  WRONG_SETUP_CODE: 'setupCode',
  INVITE_NOT_FOUND: 'code',
  IMAGE_UNREADABLE: 'file',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Divides a refusal by the fields that the form shows. */
export function refusedBy(cause: unknown, t: RefusalTexts, form?: Fields): Refused {
  const sentence = sentenceOf(cause, t);
  const has = (name: string) => (form?.elements.namedItem(name) ?? null) !== null;
  const issues = issuesOf(cause);
  const fields = new Map<string, string>();
  for (const { path, message } of issues) {
    // `keywords.0` is an entry of the field `keywords`.
    const [name = ''] = path.split('.');
    if (!has(name)) return { sentence, fields: NOT_REFUSED.fields };
    fields.set(name, [fields.get(name), t.issue(message)].filter(Boolean).join(' '));
  }
  const named = Object.entries(FIELD_OF).find(([code]) => isCode(code) && isRefusedWith(cause, code));
  if (named && has(named[1])) fields.set(named[1], sentence);
  return { sentence: fields.size > 0 ? null : sentence, fields };
}

/** What a refusal says of the one field that is shown, else all that it says. */
export function sentenceAt(field: string, cause: unknown, t: RefusalTexts): string {
  const only = { elements: { namedItem: (name: string) => (name === field ? {} : null) } };
  const { sentence, fields } = refusedBy(cause, t, only);
  return fields.get(field) ?? sentence ?? t.somethingWrong;
}

function isCode(code: string): code is keyof typeof FIELD_OF {
  return code in FIELD_OF;
}
