import { newId, tables } from '@palaver/db';
import type { AccessTable } from './access-table.js';
import { createdId, createServer, type Fixture, inDatabase, type Role, target, uploadTo } from './fixture.js';
import { type RestClient, type Stage, uniqueName } from './rest-client.js';

/** No role in a server counts here; the variants are called by a person who is, or was, an admin of the service. */
export const admin: AccessTable = {
  table: `
                                   | anonymous | outsider  | ex-member | member    | channel member | moderator  | admin     | owner     | bot
  admin.users                      | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.users instance-admin       | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.users deactivated          | sign in   | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.createUser                 | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.createUser instance-admin  | sign in   | 201       | 201       | 201       | 201            | 201        | 201       | 201       | people only
  admin.createUser deactivated     | sign in   | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.putExternalUser            | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.putExternalUser instance-admin | sign in | 200     | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.putExternalUser deactivated | sign in  | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.user                       | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.user instance-admin        | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.updateUser                 | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.updateUser instance-admin  | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.updateUser deactivated     | sign in   | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.deleteUser                 | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.deleteUser instance-admin  | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.deleteUser deactivated     | sign in   | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.resetPassword              | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.resetPassword instance-admin | sign in | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.resetPassword deactivated  | sign in   | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.resetSecondFactor          | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.resetSecondFactor instance-admin | sign in | 200   | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.resetSecondFactor deactivated | sign in | sign in  | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.sessions                   | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.sessions instance-admin    | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.endSession                 | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.endSession instance-admin  | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.servers                    | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.servers instance-admin     | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.server                     | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.server instance-admin      | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.deleteServer               | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.deleteServer instance-admin | sign in  | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.deleteServer deactivated   | sign in   | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.handOverServer             | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.handOverServer instance-admin | sign in | 200      | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.eraseUser                  | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.eraseUser instance-admin   | sign in   | 201       | 201       | 201       | 201            | 201        | 201       | 201       | people only
  admin.erasures                   | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.erasures instance-admin    | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.createHold                 | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.createHold instance-admin  | sign in   | 201       | 201       | 201       | 201            | 201        | 201       | 201       | people only
  admin.holds                      | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.holds instance-admin       | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.endHold                    | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.endHold instance-admin     | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.heldMessages               | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.heldMessages instance-admin| sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.heldFile                   | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.heldFile instance-admin    | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.auditLog                   | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.auditLog instance-admin    | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.configuration              | sign in   | not admin | not admin | not admin | not admin | not admin | not admin | not admin | people only
  admin.configuration instance-admin | sign in   | 200 | 200 | 200 | 200 | 200 | 200 | 200 | people only
  admin.checks                     | sign in   | not admin | not admin | not admin | not admin | not admin | not admin | not admin | people only
  admin.checks instance-admin      | sign in   | 200 | 200 | 200 | 200 | 200 | 200 | 200 | people only
  admin.testMail                   | sign in   | not admin | not admin | not admin | not admin | not admin | not admin | not admin | people only
  admin.testMail instance-admin    | sign in   | no mail | no mail | no mail | no mail | no mail | no mail | no mail | people only
  admin.keys                       | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.keys instance-admin        | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.createKey                  | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.createKey instance-admin   | sign in   | 201       | 201       | 201       | 201            | 201        | 201       | 201       | people only
  admin.importServer               | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.importServer instance-admin | sign in  | 201       | 201       | 201       | 201            | 201        | 201       | 201       | people only
  admin.importServer deactivated   | sign in   | sign in   | sign in   | sign in   | sign in        | sign in    | sign in   | sign in   | people only
  admin.imports                    | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.imports instance-admin     | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.import                     | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.import instance-admin      | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.cancelImport               | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.cancelImport instance-admin | sign in  | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.importLinks                | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.importLinks instance-admin  | sign in  | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  admin.revokeKey                  | sign in   | not admin | not admin | not admin | not admin      | not admin  | not admin | not admin | people only
  admin.revokeKey instance-admin   | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  `,
  prepare: {
    'admin.configuration': (fixture, role, variant) => as(fixture, role, variant),
    'admin.checks': (fixture, role, variant) => as(fixture, role, variant),
    'admin.testMail': async (fixture, role, variant) => ({
      ...(await as(fixture, role, variant)),
      input: { address: 'ops@example.com' },
    }),
    'admin.users': (fixture, role, variant) => as(fixture, role, variant),
    'admin.createUser': async (fixture, role, variant) => ({
      ...(await as(fixture, role, variant)),
      input: { username: uniqueName('made') },
    }),
    'admin.putExternalUser': async (fixture, role, variant) => ({
      ...(await as(fixture, role, variant)),
      parameters: { externalID: uniqueName('shop') },
    }),
    'admin.user': onNewPerson,
    'admin.updateUser': async (fixture, role, variant) => ({
      ...(await onNewPerson(fixture, role, variant)),
      input: { deactivated: true },
    }),
    'admin.deleteUser': async (fixture, role, variant) => {
      const { id } = await fixture.service.person(uniqueName('person'));
      return { ...(await as(fixture, role, variant)), parameters: { userID: id } };
    },
    'admin.resetPassword': onNewPerson,
    'admin.resetSecondFactor': onNewPerson,
    'admin.sessions': onNewPerson,
    'admin.endSession': async (fixture, role, variant) => {
      const person = await fixture.service.person(uniqueName('person'));
      const sessions = await person.get('/api/auth/sessions');
      const parameters = { userID: person.id, sessionID: sessions.body.data[0].id };
      return { ...(await as(fixture, role, variant)), parameters };
    },
    'admin.servers': (fixture, role, variant) => as(fixture, role, variant),
    'admin.server': onNewServer,
    'admin.deleteServer': onNewServer,
    'admin.handOverServer': async (fixture, role, variant) => ({
      ...(await onNewServer(fixture, role, variant)),
      input: { userId: fixture.otherMember.id },
    }),
    'admin.eraseUser': async (fixture, role, variant) => {
      const { id } = await fixture.service.person(uniqueName('person'));
      return { ...(await as(fixture, role, variant)), parameters: { userID: id } };
    },
    'admin.erasures': (fixture, role, variant) => as(fixture, role, variant),
    'admin.createHold': async (fixture, role, variant) => ({
      ...(await as(fixture, role, variant)),
      input: { serverId: fixture.serverId, reason: uniqueName('lawsuit') },
    }),
    'admin.holds': (fixture, role, variant) => as(fixture, role, variant),
    'admin.endHold': onNewHold,
    'admin.heldMessages': onNewHold,
    'admin.heldFile': onHeldFile,
    'admin.auditLog': (fixture, role, variant) => as(fixture, role, variant),
    'admin.keys': (fixture, role, variant) => as(fixture, role, variant),
    'admin.createKey': async (fixture, role, variant) => ({
      ...(await as(fixture, role, variant)),
      input: { name: uniqueName('backend'), scopes: ['users:read'] },
    }),
    'admin.importServer': async (fixture, role, variant) => ({
      ...(await as(fixture, role, variant)),
      file: Buffer.from('no zip'),
    }),
    'admin.imports': (fixture, role, variant) => as(fixture, role, variant),
    'admin.import': onNewImport,
    'admin.cancelImport': onNewImport,
    'admin.importLinks': async (fixture, role, variant) => ({
      ...(await onNewImport(fixture, role, variant)),
      input: { by: 'list' },
    }),
    'admin.revokeKey': async (fixture, role, variant) => {
      const input = { name: 'backend', scopes: ['users:read'] };
      const made = await fixture.service.asOperator('POST', '/api/admin/keys', input);
      return { ...(await as(fixture, role, variant)), parameters: { keyID: made.key.id } };
    },
  },
};

/**
 * Who makes the request: the client of the role, or one with that role in no server who is or was an admin of the
 * service. Such a caller has no role of the columns, so one does for all of them.
 */
async function as({ service }: Fixture, role: Role, variant: string): Promise<{ caller?: RestClient }> {
  if (variant === '' || role === 'anonymous' || role === 'bot') return {};
  const callers = adminsOf.get(service) ?? new Map<string, Promise<RestClient>>();
  adminsOf.set(service, callers);
  const caller = callers.get(variant) ?? createAdmin(service, variant === 'deactivated');
  callers.set(variant, caller);
  return { caller: await caller };
}

const adminsOf = new WeakMap<Stage, Map<string, Promise<RestClient>>>();

async function createAdmin(service: Stage, isDeactivated: boolean): Promise<RestClient> {
  const admin = await service.person(uniqueName('admin'));
  await service.asOperator('PATCH', `/api/admin/users/${admin.id}`, { admin: true });
  if (isDeactivated) {
    // So that it is not the last one.
    const other = await service.person(uniqueName('admin'));
    await service.asOperator('PATCH', `/api/admin/users/${other.id}`, { admin: true });
    await service.asOperator('PATCH', `/api/admin/users/${admin.id}`, { deactivated: true });
  }
  return admin;
}

async function onNewPerson(fixture: Fixture, role: Role, variant: string) {
  const userID = await target(
    fixture,
    'person',
    async () => (await fixture.service.person(uniqueName('person'))).id,
  );
  return { ...(await as(fixture, role, variant)), parameters: { userID } };
}

async function onNewServer(fixture: Fixture, role: Role, variant: string) {
  return {
    ...(await as(fixture, role, variant)),
    parameters: { serverID: await createServer(fixture, role) },
  };
}

async function onNewHold(fixture: Fixture, role: Role, variant: string) {
  const hold = await fixture.service.asOperator('POST', '/api/admin/holds', {
    serverId: fixture.serverId,
    reason: 'a lawsuit',
  });
  return { ...(await as(fixture, role, variant)), parameters: { holdID: hold.id } };
}

/** A file of a message that was deleted under a hold. */
async function onHeldFile(fixture: Fixture, role: Role, variant: string) {
  const { owner } = fixture.clients;
  const path = `/api/servers/${fixture.serverId}/channels`;
  const channelId = await createdId(owner, path, { name: uniqueName('held') });
  const { parameters, ...given } = await onNewHold(fixture, role, variant);
  const attachmentID = await uploadTo(owner, channelId);
  const message = { content: 'look', attachmentIds: [attachmentID] };
  const messageId = await createdId(owner, `/api/channels/${channelId}/messages`, message);
  await owner.delete(`/api/messages/${messageId}`);
  return { ...given, parameters: { ...parameters, attachmentID } };
}

/** An import that another node works on. */
async function onNewImport(fixture: Fixture, role: Role, variant: string) {
  const id = newId();
  const claim = { claimedBy: 'another node', claimedUntil: new Date('9999-01-01T00:00:00Z') };
  const row = {
    id,
    checkOnly: false,
    createdByName: 'operator',
    createdAt: new Date(),
    sizeBytes: 1,
    ...claim,
  };
  await inDatabase(fixture, (db) => db.insert(tables.imports).values(row));
  return { ...(await as(fixture, role, variant)), parameters: { importID: id } };
}
