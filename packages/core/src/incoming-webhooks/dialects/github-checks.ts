import { code, link, strong } from '@palaver/markup/build';
import { anyText, type Said, said, shortId, text } from './github-words.js';
import { at, field, type Json, textAt } from './json.js';

const MARKS: Readonly<Record<string, string>> = {
  success: '✅ ',
  failure: '❌ ',
  error: '❌ ',
  timed_out: '❌ ',
  cancelled: '⚪ ',
  action_required: '⚠️ ',
};

/** The mark of a conclusion; undefined for one of which nothing is said, such as that something was skipped. */
function markOf(conclusion: string): string | undefined {
  return Object.hasOwn(MARKS, conclusion) ? MARKS[conclusion] : undefined;
}

/** What became of a run of checks at a path. */
export function concluded(p: Json, path: string, name: string, otherwise: string): Said | null {
  const conclusion = String(at(p, `${path}.conclusion`));
  const mark = markOf(conclusion);
  if (mark === undefined) return null;
  const branch = text(p, `${path}.head_branch`);
  const label = link(textAt(p, `${path}.html_url`) ?? '', ...anyText(p, [name], otherwise));
  const where = branch.length === 0 ? [] : [' on ', strong(...branch)];
  return said([mark, label, `: ${conclusion.replaceAll('_', ' ')}`, ...where]);
}

export function commitStatus(p: Json): Said | null {
  const state = String(field(p, 'state'));
  const mark = markOf(state);
  if (mark === undefined) return null;
  const context = link(textAt(p, 'target_url') ?? '', ...text(p, 'context'));
  return said([mark, context, `: ${state} on `, code(shortId(p, 'sha'))]);
}

export function deploymentStatus(p: Json): Said | null {
  const state = String(at(p, 'deployment_status.state'));
  const mark = markOf(state);
  if (mark === undefined) return null;
  const environment = anyText(p, ['deployment_status.environment', 'deployment.environment']);
  const url = textAt(p, 'deployment_status.environment_url') ?? textAt(p, 'deployment_status.target_url');
  return said([mark, link(url ?? '', 'Deployment'), ' to ', strong(...environment), `: ${state}`]);
}
