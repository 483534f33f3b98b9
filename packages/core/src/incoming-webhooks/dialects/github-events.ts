import { type Content, code, link, strong } from '@palaver/markup/build';
import { withEmoji } from './emoji-spans.js';
import { commitStatus, concluded, deploymentStatus } from './github-checks.js';
import {
  action,
  anyText,
  excerpt,
  is,
  itemsOf,
  linked,
  numbered,
  type Said,
  said,
  sender,
  short,
  shortId,
  TITLE_MAX,
  text,
} from './github-words.js';
import { at, field, itemsAt, type Json, textAt } from './json.js';

/** Says what has happened; null where that is not worth a message. */
type Render = (payload: Json) => Said | null;

const COMMITS_MAX = 10;

/** What is said of each event. An event that is not here is ignored. */
export const GITHUB_EVENTS: Readonly<Record<string, Render>> = {
  ping: (p) => said(['The webhook works. ', ...text(p, 'zen')]),
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
  fork: (p) => said([sender(p), ' forked it to ', linked(p, 'forkee.full_name', 'forkee.html_url')]),
  star: (p) =>
    is(p, 'created')
      ? said([sender(p), ` gave it a star (${textAt(p, 'repository.stargazers_count') ?? '?'})`])
      : null,
  public: (p) => said([sender(p), ' made the repository public']),
  repository: (p) =>
    is(p, ...REPOSITORY_ACTIONS) ? said([sender(p), ` ${action(p)} the repository`]) : null,
  member: (p) =>
    is(p, 'added', 'removed')
      ? said([sender(p), ` ${action(p)} `, strong(...text(p, 'member.login')), ' as a collaborator'])
      : null,
  milestone: (p) =>
    is(p, 'created', 'closed', 'opened', 'deleted')
      ? said([sender(p), ` ${action(p)} the milestone `, linked(p, 'milestone.title', 'milestone.html_url')])
      : null,
  workflow_run: (p) =>
    is(p, 'completed') ? concluded(p, 'workflow_run', 'workflow_run.name', 'Workflow') : null,
  check_suite: (p) =>
    // The suites of GitHub Actions are workflow runs as well.
    is(p, 'completed') && textAt(p, 'check_suite.app.slug') !== 'github-actions'
      ? concluded(p, 'check_suite', 'check_suite.app.name', 'Checks')
      : null,
  status: commitStatus,
  deployment_status: deploymentStatus,
  gollum: (p) =>
    said(
      [sender(p), ' edited the wiki:'],
      itemsOf(
        itemsAt(p, 'pages', COMMITS_MAX).map((page) => [
          linked(page, 'title', 'html_url'),
          ' (',
          ...text(page, 'action'),
          ')',
        ]),
      ),
    ),
};

const REPOSITORY_ACTIONS = [
  'created',
  'deleted',
  'archived',
  'unarchived',
  'renamed',
  'transferred',
  'publicized',
  'privatized',
];

function push(p: Json): Said | null {
  const ref = textAt(p, 'ref') ?? '';
  const branch = ref.replace(/^refs\/(?:heads|tags)\//, '');
  // `create` and `delete` tell of these.
  if (field(p, 'deleted') === true || ref.startsWith('refs/tags/')) return null;
  const commits = itemsAt(p, 'commits', 10_000);
  if (commits.length === 0 && field(p, 'forced') !== true) return null;
  const count = commits.length === 1 ? '1 commit' : `${commits.length} commits`;
  const how = field(p, 'forced') === true ? 'force-pushed' : 'pushed';
  const rows: Content[][] = commits.slice(0, COMMITS_MAX).map(commitRow);
  if (commits.length > COMMITS_MAX) rows.push([`and ${commits.length - COMMITS_MAX} more`]);
  const line = [sender(p), ` ${how} `, link(textAt(p, 'compare') ?? '', count), ' to ', code(branch)];
  return said(line, itemsOf(rows));
}

function commitRow(commit: Json): Content[] {
  const [title = ''] = (textAt(commit, 'message') ?? '').split('\n');
  const author = anyText(commit, ['author.username', 'author.name']);
  return [
    link(textAt(commit, 'url') ?? '', code(shortId(commit, 'id'))),
    ' ',
    ...withEmoji(short(title, TITLE_MAX)),
    ...(author.length === 0 ? [] : [' – ', ...author]),
  ];
}

function refMade(p: Json, what: string): Said | null {
  const kind = textAt(p, 'ref_type');
  if (kind !== 'branch' && kind !== 'tag') return null;
  return said([sender(p), ` ${what} the ${kind} `, strong(...text(p, 'ref'))]);
}

function pullRequest(p: Json): Said | null {
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
    const from = anyText(p, ['requested_reviewer.login', 'requested_team.name'], 'somebody');
    return said([sender(p), ' asked ', strong(...from), ' for a review of pull request ', numbered(p, what)]);
  }
  if (given === 'assigned') return assigned(p, 'pull request', what);
  if (verb === undefined) return null;
  return said(
    [sender(p), ` ${verb} pull request `, numbered(p, what)],
    is(p, 'opened') ? excerpt(p, 'pull_request.body') : null,
  );
}

function assigned(p: Json, kind: string, path: string): Said {
  return said([
    sender(p),
    ' assigned ',
    strong(...text(p, 'assignee.login')),
    ` to ${kind} `,
    numbered(p, path),
  ]);
}

function review(p: Json): Said | null {
  if (!is(p, 'submitted')) return null;
  const states: Readonly<Record<string, string>> = {
    approved: 'approved',
    changes_requested: 'requested changes to',
    commented: 'reviewed',
  };
  const state = String(at(p, 'review.state')).toLowerCase();
  const verb = Object.hasOwn(states, state) ? states[state] : undefined;
  if (verb === undefined) return null;
  const body = excerpt(p, 'review.body');
  // Its comments are events of their own.
  if (state === 'commented' && body === null) return null;
  return said([sender(p), ` ${verb} pull request `, numbered(p, 'pull_request')], body);
}

function issue(p: Json): Said | null {
  if (is(p, 'assigned')) return assigned(p, 'issue', 'issue');
  if (!is(p, 'opened', 'closed', 'reopened', 'transferred', 'deleted')) return null;
  const reason = is(p, 'closed') && at(p, 'issue.state_reason') === 'not_planned' ? ' as not planned' : '';
  return said(
    [sender(p), ` ${action(p)} issue `, numbered(p, 'issue'), reason],
    is(p, 'opened') ? excerpt(p, 'issue.body') : null,
  );
}

/** A comment on what is at a path. */
function comment(p: Json, on: 'issue' | 'pull_request' | 'discussion'): Said | null {
  if (!is(p, 'created')) return null;
  const kinds = { issue: 'issue', pull_request: 'pull request', discussion: 'the discussion' } as const;
  // An issue with a pull request is one.
  const kind = on === 'issue' && at(p, 'issue.pull_request') !== undefined ? 'pull request' : kinds[on];
  return said([...commented(p), ` on ${kind} `, numbered(p, on)], excerpt(p, 'comment.body'));
}

function commented(p: Json): Content[] {
  return [sender(p), ' ', link(textAt(p, 'comment.html_url') ?? '', 'commented')];
}

function commitComment(p: Json): Said | null {
  if (!is(p, 'created')) return null;
  const line = [...commented(p), ' on commit ', code(shortId(p, 'comment.commit_id'))];
  return said(line, excerpt(p, 'comment.body'));
}

function discussion(p: Json): Said | null {
  if (!is(p, 'created', 'answered', 'closed', 'reopened')) return null;
  const verb = is(p, 'created') ? 'began' : action(p);
  return said(
    [sender(p), ` ${verb} the discussion `, numbered(p, 'discussion')],
    is(p, 'created') ? excerpt(p, 'discussion.body') : null,
  );
}

function release(p: Json): Said | null {
  if (!is(p, 'published')) return null;
  const name = anyText(p, ['release.name', 'release.tag_name']);
  const kind = at(p, 'release.prerelease') === true ? 'the pre-release' : 'the release';
  return said(
    [sender(p), ` published ${kind} `, link(textAt(p, 'release.html_url') ?? '', ...name)],
    excerpt(p, 'release.body'),
  );
}
