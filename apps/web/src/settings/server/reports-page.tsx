import type { Report } from '@palaver/client';
import { Markdown } from '@palaver/elements/chat/markdown/markdown.js';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../../i18n/i18n.js';
import { Select } from '../shared/fields.js';
import { Card, Empty, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { type Measure, ModerationDialog } from './moderation-dialog.js';
import { useServerTexts } from './texts.js';

type State = Report['state'];

/** What members have reported. */
export default function ReportsPage({ serverId }: { readonly serverId: string }) {
  const s = useServerTexts();
  const { client } = useStore();
  const [state, setState] = useState<State>('open');
  const reports = usePages(
    (page) => client.api.reports.list.query({ serverId, state, ...page }),
    ({ id }) => id,
    state,
  );
  const states: readonly { readonly value: State; readonly label: string }[] = [
    { value: 'open', label: s.stateOpen },
    { value: 'settled', label: s.stateSettled },
    { value: 'dismissed', label: s.stateDismissed },
  ];
  return (
    <Page
      title={s.reports}
      intro={s.reportsIntro}
      action={
        <Select
          aria-label={s.state}
          value={state}
          options={states}
          onChoose={(value) => setState(states.find((each) => each.value === value)?.value ?? 'open')}
        />
      }
    >
      {reports.error !== null && <p role="alert">{reports.error}</p>}
      {reports.items?.length === 0 && <Empty>{s.noReports}</Empty>}
      {reports.items?.map((report) => (
        <ReportCard key={report.id} report={report} onClosed={reports.reload} />
      ))}
      {reports.more}
    </Page>
  );
}

function ReportCard({
  report,
  onClosed,
}: {
  readonly report: Report;
  readonly onClosed: () => Promise<void>;
}) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const { ago } = useTimes();
  const act = useAct();
  const [measure, setMeasure] = useState<Measure | null>(null);
  const {
    id: reportId,
    serverId,
    channelId,
    messageId,
    authorId,
    reporterId,
    reason,
    state,
    createdAt,
  } = report;
  const facts = useAnswer(async () => {
    const [author, reporter, message] = await Promise.all([
      client.api.users.get.query({ userId: authorId }).catch(() => null),
      client.api.users.get.query({ userId: reporterId }).catch(() => null),
      client.api.messages.get.query({ messageId }).catch(() => null),
    ]);
    return { author, reporter, message };
  }, reportId);
  const { author, reporter, message } = facts.value ?? { author: null, reporter: null, message: null };
  const close = (to: 'settled' | 'dismissed', isDeleting = false) =>
    act.run(async () => {
      if (isDeleting) await client.api.messages.delete.mutate({ messageId });
      await client.api.reports.close.mutate({ serverId, reportId, state: to });
      await onClosed();
    });
  return (
    <Card>
      <div className={parts.buttons}>
        {author && <Avatar user={author} size="small" />}
        <strong dir="auto">{author?.displayName}</strong>
        <small className={parts.hint}>{s.reportedBy(reporter?.displayName ?? '', ago(createdAt))}</small>
      </div>
      {facts.value !== null && (
        <blockquote className={parts.quote} dir="auto">
          {message ? <Markdown text={message.content} /> : s.hiddenMessage}
        </blockquote>
      )}
      <p className={parts.reason} dir="auto">
        {s.reason}: {reason}
      </p>
      <div className={parts.buttons}>
        {state === 'open' && (
          <>
            <Button disabled={act.isBusy} onClick={() => close('settled')}>
              {s.settle}
            </Button>
            {message && (
              <Button look="danger" disabled={act.isBusy} onClick={() => close('settled', true)}>
                {s.settleAndDelete}
              </Button>
            )}
            <Button look="plain" disabled={act.isBusy} onClick={() => close('dismissed')}>
              {s.dismiss}
            </Button>
            {author && (
              <Button look="plain" onClick={() => setMeasure('time-out')}>
                {s.timeOut}
              </Button>
            )}
          </>
        )}
        {message && (
          <Button
            look="plain"
            onClick={() => navigate(`/servers/${serverId}/channels/${channelId}?message=${messageId}`)}
          >
            {s.showMessage}
          </Button>
        )}
        <Outcome act={act} done={t.save} />
      </div>
      {measure && author && (
        <ModerationDialog
          serverId={serverId}
          user={author}
          measure={measure}
          onClose={() => setMeasure(null)}
        />
      )}
    </Card>
  );
}
