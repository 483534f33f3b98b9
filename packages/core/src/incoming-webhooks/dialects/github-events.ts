import { at, field, itemsAt, type Json, textAt } from './json.js';
import { bold, escaped, lines, link, quoted } from './markdown.js';

/** Says what has happened; null where that is not worth a message. */
type Render = (payload: Json) => string | null;

const COMMITS_MAX = 10;
const TITLE_MAX = 200;
const BODY_MAX = 500;

/** What is said of each event. An event that is not here is ignored. */
export const GITHUB_EVENTS: Readonly<Record<string, Render>> = {
  ping: (p) => `The webhook works. ${escaped(textAt(p, 'zen') ?? '')}`.trim(),
  push,
  create: (p) => refMade(p, 'created'),
  delete: (p) => refMade(p, 'deleted'),
  pull_request: pullRequest,
  pull_request_review: review,
  pull_request_review_comment: (p) => comment(p, 'pull_request'),
  issues: issue,
  issue_comment: (p) => comment(p, 'issue'),
  commit_comment: commitComment,
  discussion,
  discussion_comment: (p) => comment(p, 'discussion'),
  release,
  fork: (p) => `${sender(p)} forked it to ${linked(p, 'forkee.full_name', 'forkee.html_url')}`,
  star: (p) =>
    is(p, 'created')
      ? `${sender(p)} gave it a star (${textAt(p, 'repository.stargazers_count') ?? '?'})`
      : null,
  public: (p) => `${sender(p)} made the repository public`,
  repository: (p) =>
    is(
      p,
      'created',
      'deleted',
      'archived',
      'unarchived',
      'renamed',
      'transferred',
      'publicized',
      'privatized',
    )
      ? `${sender(p)} ${action(p)} the repository`
      : null,
  member: (p) =>
    is(p, 'added', 'removed')
      ? `${sender(p)} ${action(p)} ${bold(text(p, 'member.login'))} as a collaborator`
      : null,
  milestone: (p) =>
    is(p, 'created', 'closed', 'opened', 'deleted')
      ? `${sender(p)} ${action(p)} the milestone ${linked(p, 'milestone.title', 'milestone.html_url')}`
      : null,
  workflow_run: (p) =>
    is(p, 'completed') ? concluded(p, 'workflow_run', text(p, 'workflow_run.name') || 'Workflow') : null,
  check_suite: (p) =>
    // The suites of GitHub Actions are workflow runs as well.
    is(p, 'completed') && textAt(p, 'check_suite.app.slug') !== 'github-actions'
      ? concluded(p, 'check_suite', text(p, 'check_suite.app.name') || 'Checks')
      : null,
  status: commitStatus,
  deployment_status: deploymentStatus,
  gollum: (p) =>
    lines([
      `${sender(p)} edited the wiki:`,
      ...itemsAt(p, 'pages', COMMITS_MAX).map(
        (page) => `- ${linked(page, 'title', 'html_url')} (${text(page, 'action')})`,
      ),
    ]),
};

const action = (p: Json): string => text(p, 'action');
const is = (p: Json, ...actions: readonly string[]): boolean => actions.includes(String(field(p, 'action')));

/** A text as a part of a line; empty where there is none. */
function text(value: Json, path: string): string {
  return escaped(short(textAt(value, path) ?? '', TITLE_MAX));
}

function short(value: string, max: number): string {
  const characters = [...value.slice(0, 2 * max)];
  return value.length <= max || characters.length <= max ? value : `${characters.slice(0, max).join('')}…`;
}

function linked(value: Json, label: string, url: string): string {
  return link(text(value, label), textAt(value, url));
}

function sender(p: Json): string {
  return bold(text(p, 'sender.login') || text(p, 'pusher.name') || 'Somebody');
}

/** The beginning of what somebody has written; null where they have written nothing. */
function excerpt(value: Json, path: string): string | null {
  const body = (textAt(value, path) ?? '').replace(/<!--[\s\S]*?-->/g, '').trim();
  if (body === '') return null;
  const rows = short(body, BODY_MAX)
    .split('\n')
    .map((line) => line.trimEnd());
  return quoted(
    rows
      .filter((line) => line !== '')
      .map(escaped)
      .join('\n'),
  );
}

function push(p: Json): string | null {
  const ref = textAt(p, 'ref') ?? '';
  const branch = escaped(ref.replace(/^refs\/(?:heads|tags)\//, ''));
  // `create` and `delete` tell of these.
  if (field(p, 'deleted') === true || ref.startsWith('refs/tags/')) return null;
  const commits = itemsAt(p, 'commits', 10_000);
  if (commits.length === 0 && field(p, 'forced') !== true) return null;
  const count = commits.length === 1 ? '1 commit' : `${commits.length} commits`;
  const how = field(p, 'forced') === true ? 'force-pushed' : 'pushed';
  return lines([
    `${sender(p)} ${how} ${link(count, textAt(p, 'compare'))} to \`${branch.replaceAll('`', '').replaceAll('\\', '')}\``,
    ...commits.slice(0, COMMITS_MAX).map(commitLine),
    commits.length > COMMITS_MAX ? `- and ${commits.length - COMMITS_MAX} more` : null,
  ]);
}

function commitLine(commit: Json): string {
  const [title = ''] = (textAt(commit, 'message') ?? '').split('\n');
  const id = (textAt(commit, 'id') ?? '').slice(0, 7);
  const author = text(commit, 'author.username') || text(commit, 'author.name');
  return `- ${link(`\`${id.replaceAll('`', '')}\``, textAt(commit, 'url'))} ${escaped(short(title, TITLE_MAX))}${author === '' ? '' : ` – ${author}`}`;
}

function refMade(p: Json, what: string): string | null {
  const kind = textAt(p, 'ref_type');
  if (kind !== 'branch' && kind !== 'tag') return null;
  return `${sender(p)} ${what} the ${kind} ${bold(text(p, 'ref'))}`;
}

function numbered(p: Json, path: string): string {
  const label = `#${text(p, `${path}.number`)} ${text(p, `${path}.title`)}`;
  return link(label, textAt(p, `${path}.html_url`));
}

function pullRequest(p: Json): string | null {
  const what = 'pull_request';
  const merged = is(p, 'closed') && at(p, 'pull_request.merged') === true;
  const verbs: Readonly<Record<string, string>> = {
    opened: at(p, 'pull_request.draft') === true ? 'opened the draft' : 'opened',
    closed: merged ? 'merged' : 'closed',
    reopened: 'reopened',
    ready_for_review: 'marked as ready for review',
    converted_to_draft: 'made a draft of',
  };
  const given = String(field(p, 'action'));
  const verb = Object.hasOwn(verbs, given) ? verbs[given] : undefined;
  if (given === 'review_requested') {
    const from = text(p, 'requested_reviewer.login') || text(p, 'requested_team.name') || 'somebody';
    return `${sender(p)} asked ${bold(from)} for a review of pull request ${numbered(p, what)}`;
  }
  if (given === 'assigned')
    return `${sender(p)} assigned ${bold(text(p, 'assignee.login'))} to pull request ${numbered(p, what)}`;
  if (verb === undefined) return null;
  return lines([
    `${sender(p)} ${verb} pull request ${numbered(p, what)}`,
    is(p, 'opened') ? excerpt(p, 'pull_request.body') : null,
  ]);
}

function review(p: Json): string | null {
  if (!is(p, 'submitted')) return null;
  const states: Readonly<Record<string, string>> = {
    approved: 'approved',
    changes_requested: 'requested changes to',
    commented: 'reviewed',
  };
  const state = String(at(p, 'review.state')).toLowerCase();
  const verb = Object.hasOwn(states, state) ? states[state] : undefined;
  if (verb === undefined) return null;
  const said = excerpt(p, 'review.body');
  // Its comments are events of their own.
  if (state === 'commented' && said === null) return null;
  return lines([`${sender(p)} ${verb} pull request ${numbered(p, 'pull_request')}`, said]);
}

function issue(p: Json): string | null {
  if (is(p, 'assigned'))
    return `${sender(p)} assigned ${bold(text(p, 'assignee.login'))} to issue ${numbered(p, 'issue')}`;
  if (!is(p, 'opened', 'closed', 'reopened', 'transferred', 'deleted')) return null;
  const reason = is(p, 'closed') && at(p, 'issue.state_reason') === 'not_planned' ? ' as not planned' : '';
  return lines([
    `${sender(p)} ${action(p)} issue ${numbered(p, 'issue')}${reason}`,
    is(p, 'opened') ? excerpt(p, 'issue.body') : null,
  ]);
}

/** A comment on what is at a path. */
function comment(p: Json, on: 'issue' | 'pull_request' | 'discussion'): string | null {
  if (!is(p, 'created')) return null;
  const kinds = { issue: 'issue', pull_request: 'pull request', discussion: 'the discussion' } as const;
  // An issue with a pull request is one.
  const kind = on === 'issue' && at(p, 'issue.pull_request') !== undefined ? 'pull request' : kinds[on];
  return lines([
    `${sender(p)} ${link('commented', textAt(p, 'comment.html_url'))} on ${kind} ${numbered(p, on)}`,
    excerpt(p, 'comment.body'),
  ]);
}

function commitComment(p: Json): string | null {
  if (!is(p, 'created')) return null;
  const id = (textAt(p, 'comment.commit_id') ?? '').slice(0, 7).replaceAll('`', '');
  return lines([
    `${sender(p)} ${link('commented', textAt(p, 'comment.html_url'))} on commit \`${id}\``,
    excerpt(p, 'comment.body'),
  ]);
}

function discussion(p: Json): string | null {
  if (!is(p, 'created', 'answered', 'closed', 'reopened')) return null;
  return lines([
    `${sender(p)} ${is(p, 'created') ? 'began' : action(p)} the discussion ${numbered(p, 'discussion')}`,
    is(p, 'created') ? excerpt(p, 'discussion.body') : null,
  ]);
}

function release(p: Json): string | null {
  if (!is(p, 'published')) return null;
  const name = text(p, 'release.name') || text(p, 'release.tag_name');
  const kind = at(p, 'release.prerelease') === true ? 'the pre-release' : 'the release';
  return lines([
    `${sender(p)} published ${kind} ${link(name, textAt(p, 'release.html_url'))}`,
    excerpt(p, 'release.body'),
  ]);
}

const MARKS: Readonly<Record<string, string>> = {
  success: '✅',
  failure: '❌',
  error: '❌',
  timed_out: '❌',
  cancelled: '⚪',
  action_required: '⚠️',
};

function marked(conclusion: string): string {
  return `${Object.hasOwn(MARKS, conclusion) ? `${MARKS[conclusion]} ` : ''}`;
}

/** What became of a run of checks at a path; nothing is said of those that were skipped. */
function concluded(p: Json, path: string, name: string): string | null {
  const conclusion = String(at(p, `${path}.conclusion`));
  if (!Object.hasOwn(MARKS, conclusion)) return null;
  const branch = text(p, `${path}.head_branch`);
  const label = link(name, textAt(p, `${path}.html_url`));
  return `${marked(conclusion)}${label}: ${escaped(conclusion.replaceAll('_', ' '))}${branch === '' ? '' : ` on ${bold(branch)}`}`;
}

function commitStatus(p: Json): string | null {
  const state = String(field(p, 'state'));
  if (state === 'pending' || !Object.hasOwn(MARKS, state)) return null;
  const sha = (textAt(p, 'sha') ?? '').slice(0, 7).replaceAll('`', '');
  return `${marked(state)}${link(text(p, 'context'), textAt(p, 'target_url'))}: ${escaped(state)} on \`${sha}\``;
}

function deploymentStatus(p: Json): string | null {
  const state = String(at(p, 'deployment_status.state'));
  if (!Object.hasOwn(MARKS, state)) return null;
  const environment = text(p, 'deployment_status.environment') || text(p, 'deployment.environment');
  const url = textAt(p, 'deployment_status.environment_url') ?? textAt(p, 'deployment_status.target_url');
  return `${marked(state)}${link('Deployment', url)} to ${bold(environment)}: ${escaped(state)}`;
}
