import type { User } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { LookAlikeMark, LookAlikes } from '../people/look-alike-mark.js';
import { Avatar } from '../ui/avatar.js';
import { Dialog } from '../ui/dialog.js';
import styles from '../ui/dialog.module.css';
import { Field } from '../ui/field.js';
import sidebar from './sidebar.module.css';

/** So long one has to pause before the service is asked. */
const PAUSE_MS = 200;

/** Finds somebody among the people whom one meets, and opens the direct message with them. */
export default function NewDmDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [people, setPeople] = useState<readonly User[]>([]);
  const [error, setError] = useState<string | null>(null);
  const q = name.trim();
  useEffect(() => {
    if (q === '') return setPeople([]);
    let isCurrent = true;
    const timer = setTimeout(() => {
      client.api.users.search.query({ q, limit: 20 }).then(
        (found) => isCurrent && setPeople(found),
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, client]);

  async function open({ id }: User) {
    try {
      const dm = await client.api.dms.create.mutate({ userIds: [id] });
      onClose();
      navigate(`/dms/${dm.id}`);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : t.somethingWrong);
    }
  }

  return (
    <Dialog title={t.newDm} isOpen onClose={onClose}>
      <div className={styles.form}>
        <Field
          label={t.nameOfPerson}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <LookAlikes people={people}>
          <ul className={sidebar.items} aria-label={t.people}>
            {people.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  className={`${sidebar.item} ${styles.choice}`}
                  onClick={() => void open(person)}
                >
                  <Avatar user={person} size="small" />
                  <span className={sidebar.name} dir="auto">
                    {person.displayName} <small>@{person.username}</small>
                  </span>
                  <LookAlikeMark userId={person.id} />
                </button>
              </li>
            ))}
          </ul>
        </LookAlikes>
      </div>
    </Dialog>
  );
}
