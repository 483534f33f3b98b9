import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { mentionsIn, parse } from '@palaver/markup';
import { describe, expect, test } from 'vitest';
import { githubPost } from './github.js';
import { GITHUB_EVENTS } from './github-events.js';

interface Definition {
  readonly name: string;
  readonly examples: readonly object[];
}
// The types of the package take a minute to compile.
const DEFINITIONS = examples as unknown as readonly Definition[];

/** Events that are ignored, and one whose examples are all reviews without a word. */
const SILENT = DEFINITIONS.map(({ name }) => name).filter(
  (name) => !Object.hasOwn(GITHUB_EVENTS, name) || name === 'pull_request_review',
);

describe("GitHub's own examples", () => {
  test.each(DEFINITIONS.map((definition) => [definition.name, definition] as const))(
    'each of %s is a message, or is ignored on purpose',
    (name, definition) => {
      const posts = definition.examples.map((example) => githubPost(name, example));
      for (const post of posts) {
        if (post === null) continue;
        expect(post.content).not.toMatch(/undefined|null\b|\[object|NaN/);
        expect(post.content.length).toBeLessThan(4_000);
        expect(post.mentions).toEqual([]);
      }
      const shown = posts.filter((post) => post !== null);
      expect(shown.length > 0, 'whether anything is said of it').toBe(!SILENT.includes(name));
    },
  );

  test('what is ignored is known', () => {
    expect(SILENT.sort()).toMatchInlineSnapshot(`
      [
        "branch_protection_rule",
        "check_run",
        "code_scanning_alert",
        "dependabot_alert",
        "deploy_key",
        "deployment",
        "deployment_review",
        "github_app_authorization",
        "installation",
        "installation_repositories",
        "label",
        "marketplace_purchase",
        "membership",
        "merge_group",
        "meta",
        "org_block",
        "organization",
        "package",
        "page_build",
        "project",
        "project_card",
        "project_column",
        "projects_v2_item",
        "pull_request_review",
        "pull_request_review_thread",
        "repository_dispatch",
        "repository_import",
        "repository_vulnerability_alert",
        "security_advisory",
        "sponsorship",
        "team",
        "team_add",
        "watch",
        "workflow_dispatch",
        "workflow_job",
      ]
    `);
  });

  test('what is said', () => {
    const said = DEFINITIONS.flatMap(({ name, examples: all }) =>
      all.slice(0, 2).map((example) => githubPost(name, example)?.content ?? null),
    );
    expect(said.filter((content) => content !== null)).toMatchInlineSnapshot(`
      [
        "[Codertocat/Hello-World] ✅ octocoders-linter: success on **changes**",
        "[Codertocat/Hello-World] **Codertocat** [commented](https://github.com/Codertocat/Hello-World/commit/6113728f27ae82c7b1a177c8d03f9e96e0adf246#commitcomment-33548674) on commit \`6113728\`

      > This is a really good change! 👍",
        "[Codertocat/Hello-World] **Codertocat** [commented](https://github.com/Codertocat/Hello-World/commit/6113728f27ae82c7b1a177c8d03f9e96e0adf246#commitcomment-33548674) on commit \`6113728\`

      > This is a really good change! 👍",
        "[Codertocat/Hello-World] **Codertocat** created the tag **simple-tag**",
        "[Codertocat/Hello-World] **Codertocat** created the tag **simple-tag**",
        "[Codertocat/Hello-World] **Codertocat** deleted the tag **simple-tag**",
        "[Codertocat/Hello-World] **Codertocat** deleted the tag **simple-tag**",
        "[Codertocat/Hello-World] ✅ Deployment to **production**: success",
        "[octo-org/octo-repo] **Codertocat** began the discussion [#90 Welcome to discussions!](https://github.com/octo-org/octo-repo/discussions/90)

      > We're glad to have you here!",
        "[Codertocat/Hello-World] **Codertocat** answered the discussion [#4 TEST edit](https://github.com/Codertocat/Hello-World/discussions/4)",
        "[octo-org/octo-repo] **Codertocat** [commented](https://github.com/octo-org/octo-repo/discussions/90#discussioncomment-544078) on the discussion [#90 Welcome to discussions!](https://github.com/octo-org/octo-repo/discussions/90)

      > I have so many questions to ask you!",
        "[Codertocat/Hello-World] **Codertocat** [commented](https://github.com/Codertocat/Hello-World/discussions/4#discussioncomment-550062) on the discussion [#4 TEST edit](https://github.com/Codertocat/Hello-World/discussions/4)

      > ANSWER",
        "[Codertocat/Hello-World] **Octocoders** forked it to [Octocoders/Hello-World](https://github.com/Octocoders/Hello-World)",
        "[Codertocat/Hello-World] **Octocoders** forked it to [Octocoders/Hello-World](https://github.com/Octocoders/Hello-World)",
        "[Codertocat/Hello-World] **rachmari** edited the wiki:

      - [Home](https://github.com/Codertocat/Hello-World/wiki/Home) (edited)",
        "[Codertocat/Hello-World] **rachmari** edited the wiki:

      - [Home](https://github.com/Codertocat/Hello-World/wiki/Home) (edited)",
        "[Codertocat/Hello-World] **Codertocat** [commented](https://github.com/Codertocat/Hello-World/issues/1#issuecomment-492700400) on issue [#1 Spelling error in the README file](https://github.com/Codertocat/Hello-World/issues/1)

      > You are totally right! I'll get this fixed right away.",
        "[Codertocat/Hello-World] **Codertocat** [commented](https://github.com/Codertocat/Hello-World/issues/1#issuecomment-492700400) on issue [#1 Spelling error in the README file](https://github.com/Codertocat/Hello-World/issues/1)

      > You are totally right! I'll get this fixed right away.",
        "[Codertocat/Hello-World] **Codertocat** assigned **Codertocat** to issue [#1 Spelling error in the README file](https://github.com/Codertocat/Hello-World/issues/1)",
        "[Codertocat/Hello-World] **hacktocat** added **hacktocat** as a collaborator",
        "[Codertocat/Hello-World] **hacktocat** added **hacktocat** as a collaborator",
        "[Codertocat/Hello-World] **Codertocat** created the milestone [v1.0](https://github.com/Codertocat/Hello-World/milestone/1)",
        "[Codertocat/Hello-World] **Codertocat** closed the milestone [v1.0](https://github.com/Codertocat/Hello-World/milestone/1)",
        "[Octocoders/Hello-World] The webhook works. Anything added dilutes everything else.",
        "[Octocoders/Hello-World] The webhook works. Anything added dilutes everything else.",
        "[Codertocat/Hello-World] **Codertocat** made the repository public",
        "[Codertocat/Hello-World] **Codertocat** made the repository public",
        "[Codertocat/Hello-World] **Codertocat** opened pull request [#2 Update the README with new information.](https://github.com/Codertocat/Hello-World/pull/2)

      > This is a pretty simple change that we need to pull into master.",
        "[Codertocat/Hello-World] **Codertocat** assigned **Codertocat** to pull request [#2 Update the README with new information.](https://github.com/Codertocat/Hello-World/pull/2)",
        "[Codertocat/Hello-World] **Codertocat** [commented](https://github.com/Codertocat/Hello-World/pull/2#discussion_r284312630) on pull request [#2 Update the README with new information.](https://github.com/Codertocat/Hello-World/pull/2)

      > Maybe you should use more emoji on this line.",
        "[Codertocat/Hello-World] **Codertocat** [commented](https://github.com/Codertocat/Hello-World/pull/2#discussion_r284312630) on pull request [#2 Update the README with new information.](https://github.com/Codertocat/Hello-World/pull/2)

      > Maybe you should use more emoji on this line.",
        "[Codertocat/Hello-World] **Codertocat** published the release [0.0.1](https://github.com/Codertocat/Hello-World/releases/tag/0.0.1)",
        "[Codertocat/Hello-World] **Codertocat** publicized the repository",
        "[Octocoders/Hello-World] **Codertocat** created the repository",
        "[Codertocat/Hello-World] **Codertocat** gave it a star (1)",
        "[Codertocat/Hello-World] **Codertocat** gave it a star (1)",
        "[Codertocat/Hello-World] ✅ default: success on \`6113728\`",
        "[Codertocat/Hello-World] ✅ default: success on \`6113728\`",
        "[octo-org/octo-repo] ✅ [Workflow](https://github.com/octo-org/octo-repo/actions/runs/289782451): success on **master**",
      ]
    `);
  });
});

describe('what others write', () => {
  const comment = (body: string) =>
    githubPost('issue_comment', {
      action: 'created',
      repository: { full_name: 'acme/app' },
      sender: { login: 'eve' },
      issue: {
        number: 7,
        title: 'a ](https://evil.example) [b',
        html_url: 'https://github.com/acme/app/issues/7',
      },
      comment: { html_url: 'https://github.com/acme/app/issues/7#1', body },
    })?.content ?? '';

  test('is escaped, quoted and cut', () => {
    const content = comment('**bold** <b>\n\n<!-- hidden -->[link](https://evil.example)');
    expect(content).toContain('> \\*\\*bold\\*\\* <b>\n> \\[link\\](https://evil.example)');
    expect(content).not.toContain('hidden');
    expect(content).toContain('a \\](https://evil.example) \\[b');
    expect(comment('x'.repeat(10_000)).length).toBeLessThan(1_000);
  });

  test('names nobody', () => {
    const post = githubPost('ping', { zen: '@bob and #general', repository: { full_name: 'acme/app' } });
    expect(mentionsIn(parse(post?.content ?? '')).names).toEqual([]);
    expect(post).toMatchObject({
      content: '[acme/app] The webhook works. \\@bob and \\#general',
      mentions: [],
    });
  });

  test.each([{}, { action: 7, sender: [], repository: 'x' }, { commits: [null, 1, {}], ref: {} }])(
    '%j is no failure in any event',
    (payload) => {
      for (const name of [...Object.keys(GITHUB_EVENTS), 'unheard_of', '__proto__', 'toString'])
        expect(() => githubPost(name, payload)).not.toThrow();
    },
  );
});
