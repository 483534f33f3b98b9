import { resources } from '@palaver/client/store';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { RefusedFields } from '@palaver/elements/ui/field-refusal.js';
import { NOT_REFUSED, refusedBy } from '@palaver/elements/ui/refused.js';
import { useResource, useStore } from '@palaver/react';
import { Hammer, Sparkles } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { useWelcomeTexts } from './texts.js';
import styles from './welcome.module.css';

/** The next step of the owner of a new service: a server of their own, or a demo. */
export default function BeginPage() {
  const t = useTexts();
  const w = useWelcomeTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const { value: me } = useResource(resources.me);
  const [refused, setRefused] = useState(NOT_REFUSED);
  const [progress, setProgress] = useState<number | null>(null);

  async function attempt(act: () => Promise<string>, form?: HTMLFormElement) {
    setRefused(NOT_REFUSED);
    try {
      navigate(await act(), { replace: true });
    } catch (cause) {
      setRefused(refusedBy(cause, t, form));
    }
  }

  function createServer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const name = String(new FormData(currentTarget).get('name') ?? '').trim();
    const create = async () => `/servers/${(await client.api.servers.create.mutate({ name })).id}`;
    return attempt(create, currentTarget);
  }

  async function makeDemo() {
    setProgress(0);
    await attempt(async () => {
      const { makeDemoAsAdmin } = await import('./make-demo.js');
      const { serverId, channelId } = await makeDemoAsAdmin(client.api, setProgress);
      return `/servers/${serverId}/channels/${channelId}`;
    });
    setProgress(null);
  }

  const percent = Math.round((progress ?? 0) * 100);
  return (
    <main className={styles.page}>
      <div className={`${styles.card} ${styles.wide}`}>
        <header className={styles.head}>
          <img src="/icon.svg" alt="" width="56" height="56" />
          <h1 dir="auto">{w.nextTitle(me?.displayName ?? '')}</h1>
          <p>{w.nextIntro}</p>
        </header>
        <div className={styles.choices}>
          <form className={styles.choice} onSubmit={createServer}>
            <Hammer aria-hidden="true" />
            <h2>{w.ownServer}</h2>
            <p>{w.ownServerText}</p>
            <RefusedFields value={refused.fields}>
              <Field label={t.serverName} name="name" required maxLength={100} autoComplete="off" />
            </RefusedFields>
            <Button type="submit" disabled={progress !== null}>
              {t.createServer}
            </Button>
          </form>
          <section className={styles.choice}>
            <Sparkles aria-hidden="true" />
            <h2>{w.demo}</h2>
            <p>{w.demoText}</p>
            {progress !== null && (
              <>
                <progress className={styles.progress} max={100} value={percent} aria-label={w.demo} />
                <p role="status">{w.making(percent)}</p>
              </>
            )}
            <Button look="plain" onClick={makeDemo} disabled={progress !== null}>
              {w.makeDemo}
            </Button>
          </section>
        </div>
        {refused.sentence !== null && (
          <p role="alert" className={styles.error}>
            {refused.sentence}
          </p>
        )}
        <section className={styles.hint}>
          <h2>{w.tips}</h2>
          <ul>
            <li>{w.tipKeys}</li>
            <li>{w.tipSettings}</li>
            <li>
              {w.tipApi} <a href="/api/docs">/api/docs</a>
            </li>
          </ul>
        </section>
        <p className={styles.other}>
          <Link href="/">{w.later}</Link>
        </p>
      </div>
    </main>
  );
}
