import {
  appRouter,
  type Context,
  createCallerFactory,
  httpStatus,
  type OtherAccess,
  publicError,
  type RequestInfo,
  rest,
} from '@palaver/core';
import { TRPCError } from '@trpc/server';
import type { Request, Response } from 'express';
import getRawBody from 'raw-body';
import { requestInfoOf } from '../http/request-info.js';
import type { ExtraOperation } from '../rest/operation.js';
import { PAGE_POLICY, type Page, type PageForm, pageOf } from './page.js';

/** In bytes: a token, and a password of characters that are written as twelve each. */
const FORM_BYTES_MAX = 8_192;

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;

/** A page that a link in a mail leads to. Opening it does nothing, because programs open links to look at them. */
interface LinkPage {
  /** The last part of its path. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Absent for a page that has nothing to do. */
  readonly submit?: Submit;
}

interface Submit {
  readonly form: Pick<PageForm, 'button' | 'asksForPassword'>;
  /** Whether it is under the Auth limiter as well: a provider of mail posts from one address for many people. */
  readonly isLimited: boolean;
  /** Returns the sentence that the page then shows. */
  readonly act: (call: Caller, form: URLSearchParams) => Promise<string>;
}

const TAKEN_OVER =
  'This address had not been confirmed before, so everything else that led into the account was ended as well. Sign in with the password.';

/** What is left of the ways into an account; whoever has signed in can end all of it. */
function stillLeadsIn({ providers, totp, passkeys, botTokens, apiKeys }: OtherAccess): string {
  const rest = [
    ...providers.map((name) => `the provider ${name}`),
    ...(totp ? ['an authenticator app'] : []),
    ...[`passkeys: ${passkeys}`, `tokens of bots: ${botTokens}`, `API keys: ${apiKeys}`].filter(
      (part) => !part.endsWith(': 0'),
    ),
  ];
  if (rest.length === 0) return 'You can sign in with it now.';
  return `These still lead into your account: ${rest.join(', ')}. If you do not know one of them, sign in and end all of it in your settings, under Security.`;
}

const PAGES: readonly LinkPage[] = [
  {
    name: 'reset-password',
    title: 'Set a new password',
    text: 'All your sessions end, and you sign in with the new password.',
    submit: {
      form: { button: 'Set the password', asksForPassword: true },
      isLimited: true,
      act: async (call, form) => {
        const { takenOver, remaining } = await call.mail.resetPassword({
          token: form.get('token') ?? '',
          newPassword: form.get('newPassword') ?? '',
        });
        return `Your password is set, and all sessions have ended. ${takenOver ? TAKEN_OVER : stillLeadsIn(remaining)}`;
      },
    },
  },
  {
    name: 'unsubscribe',
    title: 'Get no more of these mails',
    text: 'Press the button, and your unread messages are not mailed to you any more.',
    submit: {
      form: { button: 'Unsubscribe' },
      isLimited: false,
      act: async (call, form) => {
        await call.mailPreferences.unsubscribe({ token: form.get('token') ?? '' });
        return 'You get no more of these mails. You can turn them on again in the settings of your account.';
      },
    },
  },
  {
    name: 'message',
    title: 'A message for you',
    text: 'Open the app that you use for this service to read it.',
  },
];

/** Confirming an address takes a session, which the web client has. The link proves nothing by itself. */
const CONFIRMATION: ExtraOperation = {
  name: 'pages.verify-email',
  meta: metaOf('GET', { name: 'verify-email', title: 'Confirm your e-mail address' }),
  handler: (req, res) => {
    res.redirect(302, `/verify-email?${new URLSearchParams({ token: tokenInPath(req) })}`);
  },
  docs: null,
};

/** The pages that links in mails lead to, until a web client has its own (MAIL_PAGES_URL). They are no part of the API. */
export function mailPageOperations(createContext: (request: RequestInfo) => Context): ExtraOperation[] {
  const pages = PAGES.flatMap((page) => {
    const { submit } = page;
    const opened: ExtraOperation = {
      name: `pages.${page.name}`,
      meta: metaOf('GET', page),
      handler: (req, res) => sendPage(res, 200, { ...page, form: formOf(page, tokenInPath(req)) }),
      docs: null,
    };
    if (!submit) return [opened];
    const submitted: ExtraOperation = {
      name: `pages.${page.name}.submit`,
      meta: metaOf('POST', page),
      handler: (req, res) =>
        submitForm(page, submit, createCaller(createContext(requestInfoOf(req))), req, res),
      docs: null,
    };
    return [opened, submitted];
  });
  return [CONFIRMATION, ...pages];
}

async function submitForm(
  page: LinkPage,
  { act }: Submit,
  call: Caller,
  req: Request,
  res: Response,
): Promise<void> {
  const form = new URLSearchParams(await getRawBody(req, { limit: FORM_BYTES_MAX, encoding: 'utf8' }));
  // One click in a mail program posts to the link itself (RFC 8058).
  if (!form.has('token')) form.set('token', tokenInPath(req));
  try {
    sendPage(res, 200, { title: page.title, text: await act(call, form) });
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const { error: sentence, code, issues } = publicError(error);
    const problem = issues?.map(({ message }) => `The password ${message}.`).join(' ') ?? sentence;
    const mayTryAgain = code === 'INVALID_INPUT' || code === 'BUSY';
    const again = mayTryAgain ? formOf(page, form.get('token') ?? '') : undefined;
    sendPage(res, httpStatus(code), { ...page, problem, form: again });
  }
}

/** A parameter that is given twice does not count. */
function tokenInPath({ query }: Request): string {
  return typeof query.token === 'string' ? query.token : '';
}

function formOf({ name, submit }: LinkPage, token: string): PageForm | undefined {
  return submit && { action: name, token, ...submit.form };
}

function metaOf(
  method: 'GET' | 'POST',
  { name, title, submit }: Pick<LinkPage, 'name' | 'title' | 'submit'>,
) {
  const limiter = method === 'POST' && submit?.isLimited ? { limiter: 'auth' as const } : {};
  return rest(method, `/api/mail/${name}`, { tag: 'auth', summary: title, signedIn: false, ...limiter });
}

function sendPage(res: Response, status: number, page: Page): void {
  res.status(status);
  res.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PAGE_POLICY,
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  res.end(pageOf(page));
}
