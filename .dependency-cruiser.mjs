// Which files may import which: `npm run check:imports`. A rule's comment is printed with each violation and says where
// the code belongs. Imports of types count as imports. Tests may import more, except where a rule says otherwise.

/** Tests, examples and builds that use whole packages from outside. */
const OUTSIDE_SRC = '^(apps|packages)/[^/]+/(test|checker|examples|packaging)/';
/** Everything that is no part of the service or the client. */
const TESTS = [OUTSIDE_SRC, '\\.(test|test-d|fixture|long)\\.ts$', '/test-support\\.ts$', '/src/testing/'];

/** For each package, the packages that it may import. */
const PACKAGES = {
  'packages/db': {
    imports: [],
    comment:
      'packages/db is the lowest layer: tables, client, migrations, embedded Postgres. It knows nothing above it.',
  },
  'packages/markup': {
    imports: [],
    comment:
      'packages/markup reads and writes the text of messages, in the service and in a browser alike, and knows nothing of ours. What a name or an emoji means in a place belongs with who shows or resolves it.',
  },
  'packages/core': {
    imports: ['packages/db', 'packages/markup'],
    comment:
      'packages/core is the product. What serves it over HTTP belongs in apps/server, and what reads it from there in packages/client.',
  },
  'packages/backup': {
    imports: ['packages/core', 'packages/db'],
    comment:
      'packages/backup reads and writes whole databases and file stores. What one operation of the service does with a row or a file belongs in packages/core.',
  },
  'packages/client': {
    imports: ['packages/core'],
    comment:
      'packages/client knows the service by the types of packages/core. What needs the database or the server belongs in packages/client/test.',
  },
  'packages/react': {
    imports: ['packages/client'],
    comment:
      'packages/react gives the store of packages/client to components. What needs no React belongs in packages/client, and what needs the service in packages/react/test.',
  },
  'packages/elements': {
    imports: ['packages/client', 'packages/react', 'packages/markup'],
    comment:
      'packages/elements shows a chat in any app. What only the web client has, such as its pages, belongs in apps/web and reaches the elements by ChatHost or a prop.',
  },
  'apps/server': {
    imports: ['packages/core', 'packages/db', 'packages/backup'],
    comment:
      'apps/server serves packages/core. What the client and the benchmark do with the service belongs in their own packages.',
  },
  'apps/web': {
    imports: ['packages/client', 'packages/react', 'packages/elements', 'packages/core', 'packages/markup'],
    comment:
      'apps/web is built on the packages that everybody can use. What it needs of the service goes through packages/client.',
  },
  'apps/bench': {
    imports: ['packages/core', 'packages/db', 'packages/markup'],
    comment:
      'The benchmark uses the service over the network alone, beside the reader of texts, which runs in its users, as its users do: start its built program as a process of its own. Of packages/core it takes what the index of search has of a text, to fill a database as the service does.',
  },
};

const BELOW_SLICES = ['protocol', 'kernel', 'log', 'procedures'];

/**
 * For each folder of packages/core/src, the folders that it may import; each is named after those. The files beside
 * the folders (router.ts, services.ts, start-work.ts, create-context.ts, index.ts) may import all, and no folder imports them.
 */
const CORE_FOLDERS = {
  protocol: {
    imports: [],
    comment:
      'protocol/ is what goes over the network, for any program to take as it is. What the service does with it belongs in log/ or in a slice.',
  },
  kernel: {
    imports: ['protocol'],
    comment:
      'kernel/ is what every folder may use, and it knows none of them. What belongs to one slice goes in the folder of that slice.',
  },
  log: {
    imports: ['protocol', 'kernel'],
    comment:
      'log/ appends, reads and purges events and knows no slice. What an event does to a slice belongs in that slice, and who receives it in realtime/.',
  },
  nodes: {
    imports: ['kernel'],
    comment:
      'nodes/ knows which nodes run on the database. What they tell each other belongs in log/, and what a slice shares with them in that slice.',
  },
  procedures: {
    imports: ['protocol', 'kernel', 'log'],
    comment:
      'procedures/ is what every router is made of: context, services, metadata of REST. What only one slice needs belongs in that slice.',
  },
  'secret-key': {
    imports: ['kernel'],
    comment:
      'secret-key/ knows where texts are stored that are sealed under the key of the service, and seals them anew under another one. What is sealed, and for what, belongs in the slice.',
  },
  files: {
    imports: ['protocol', 'kernel'],
    comment:
      'files/ stores bytes behind the interface FileStore. Whose file it is and who may read it belongs in attachments/ or users/.',
  },
  users: {
    imports: [...BELOW_SLICES, 'files'],
    comment:
      'users/ is the lowest slice: accounts, profiles, avatars. What a user does elsewhere belongs in the slice where it is done.',
  },
  'second-factors': {
    imports: [...BELOW_SLICES, 'users'],
    comment:
      'second-factors/ knows authenticator apps, recovery codes and passkeys of an account. When they are asked for belongs in auth/.',
  },
  auth: {
    imports: [...BELOW_SLICES, 'users', 'second-factors'],
    comment:
      'auth/ knows accounts and sessions. What a signed-in user may do belongs in permissions.ts of the slice in question.',
  },
  identities: {
    imports: [...BELOW_SLICES, 'users', 'second-factors', 'auth'],
    comment:
      'identities/ knows providers and the identities of accounts there. How a session is opened belongs in auth/.',
  },
  servers: {
    imports: [...BELOW_SLICES, 'files', 'users'],
    comment:
      'servers/ knows servers, members and invites. What concerns channels or groups of a server belongs in their slices, which import this one.',
  },
  groups: {
    imports: [...BELOW_SLICES, 'servers'],
    comment:
      'groups/ puts the channels of a server in an order and knows no channel. What moves a channel between groups belongs in channels/.',
  },
  emoji: {
    imports: [...BELOW_SLICES, 'files', 'users', 'servers'],
    comment:
      'emoji/ keeps the emoji that servers have made. What a reaction with one is belongs in messages/.',
  },
  channels: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'groups'],
    comment:
      'channels/ knows channels, direct messages and their members. What is written in a channel belongs in messages/ or attachments/.',
  },
  attachments: {
    imports: [...BELOW_SLICES, 'files', 'users', 'channels'],
    comment:
      'attachments/ knows files of a channel before any message has them. What a message does with its files belongs in messages/.',
  },
  'user-groups': {
    imports: [...BELOW_SLICES, 'users', 'servers'],
    comment:
      'user-groups/ knows the groups of people of a server. Whom a text mentions belongs in messages/, and groups of channels in groups/.',
  },
  messages: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'emoji', 'channels', 'attachments', 'user-groups'],
    comment:
      'messages/ knows posts, threads and reactions. Who receives them over a socket belongs in realtime/.',
  },
  bots: {
    imports: [...BELOW_SLICES, 'users', 'auth', 'servers'],
    comment:
      'bots/ makes accounts for programs. What a bot does once it is a member is what any user does, and belongs in that slice.',
  },
  notifications: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels'],
    comment:
      'notifications/ keeps what a user wants to be notified of in a server or a channel. Sending belongs above it, with what sends.',
  },
  'outgoing-webhooks': {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'mail'],
    comment:
      'outgoing-webhooks/ sends events of servers to other programs. How a call is made belongs in apps/server, and what an event says in the slice that emits it.',
  },
  'security-history': {
    imports: [...BELOW_SLICES, 'users'],
    comment:
      'security-history/ keeps what has happened to the ways into an account. What happens belongs in the slice of that way, and the mail about it in mail/.',
  },
  mail: {
    imports: [...BELOW_SLICES, 'users', 'auth', 'security-history'],
    comment:
      'mail/ writes and sends letters, and does what their links are for. What a letter tells of belongs in the slice where it happens.',
  },
  digests: {
    imports: [...BELOW_SLICES, 'users', 'notifications', 'mail'],
    comment:
      'digests/ decides when unread items of the inbox are mailed, and writes the letter. What makes an item belongs in notifications/, and how a mail is sent in mail/.',
  },
  'read-state': {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'messages'],
    comment:
      'read-state/ keeps how far people have read, and counts what they have not. What such a count notifies of belongs above it.',
  },
  blocks: {
    imports: [...BELOW_SLICES, 'users', 'channels'],
    comment:
      'blocks/ keeps whom people have blocked, and moves the logs where that matters. What a block forbids belongs in the slice where it would be done.',
  },
  people: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels'],
    comment:
      'people/ finds people by their names among those whom one meets. What an account is belongs in users/.',
  },
  search: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'messages'],
    comment:
      'search/ finds messages by an index that it keeps by the log. No write calls it, so no slice imports it.',
  },
  drafts: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'attachments', 'messages'],
    comment:
      'drafts/ keeps what people have begun to write. What a message is made of belongs in messages/, and no post knows of drafts.',
  },
  'saved-messages': {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'messages', 'notifications'],
    comment:
      'saved-messages/ keeps what people have saved for themselves, and when to remind them. What everybody sees of a message belongs in messages/, and what an item of the inbox is in notifications/.',
  },
  favorites: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels'],
    comment:
      'favorites/ keeps which channels people have marked for themselves. What everybody sees of a channel belongs in channels/.',
  },
  'scheduled-messages': {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'attachments', 'messages'],
    comment:
      'scheduled-messages/ keeps what is to be posted later, and posts it. How a message is posted and who may belongs in messages/.',
  },
  'incoming-webhooks': {
    imports: [...BELOW_SLICES, 'users', 'auth', 'servers', 'channels', 'attachments', 'messages'],
    comment:
      'incoming-webhooks/ keeps what other programs post by, and reads what they send. How a message is posted belongs in messages/.',
  },
  'exposed-secrets': {
    imports: [
      ...BELOW_SLICES,
      'users',
      'auth',
      'servers',
      'channels',
      'mail',
      'outgoing-webhooks',
      'incoming-webhooks',
    ],
    comment:
      'exposed-secrets/ knows whose secrets of webhooks have to go, and lets them go. How a webhook gets a secret or stops belongs in its slice.',
  },
  interactions: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'attachments', 'messages'],
    comment:
      'interactions/ brings what people ask of bots to them, and the answers back. How a message is posted and who may belongs in messages/.',
  },
  threads: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'messages', 'read-state'],
    comment:
      'threads/ keeps who follows which thread. The rows that a post makes are written by the statement of messages/ that posts.',
  },
  realtime: {
    imports: [...BELOW_SLICES, 'users', 'auth', 'servers', 'channels'],
    comment:
      'realtime/ delivers events of the log to subscribers. What a slice writes belongs in that slice; it reaches realtime/ as an event.',
  },
  admin: {
    imports: [...BELOW_SLICES, 'users', 'second-factors', 'auth', 'servers'],
    comment:
      'admin/ is what admins of the instance do to accounts, sessions and servers, and its audit log. How an account or a server changes belongs in its slice.',
  },
  operation: {
    imports: [...BELOW_SLICES, 'users', 'mail', 'admin'],
    comment:
      'operation/ tells admins of the instance how the service is run. What the process knows of its surroundings belongs in apps/server, in doctor/.',
  },
  credentials: {
    imports: [...BELOW_SLICES, 'users', 'second-factors', 'auth', 'identities', 'mail', 'admin'],
    comment:
      'credentials/ knows all ways into an account together, and ends them. How one of them works belongs in its slice.',
  },
  'account-deletion': {
    imports: [...BELOW_SLICES, 'users', 'auth', 'servers', 'channels', 'admin'],
    comment:
      'account-deletion/ ends an account and takes out what it has left elsewhere. What ends with a membership belongs in servers/.',
  },
  'own-data': {
    imports: [...BELOW_SLICES, 'channels', 'messages'],
    comment:
      'own-data/ reads what a person has left anywhere, for the export of their own data. What one operation answers belongs in its slice.',
  },
  erasures: {
    imports: [...BELOW_SLICES, 'users', 'servers', 'channels', 'messages', 'admin', 'account-deletion'],
    comment:
      'erasures/ decides which messages are to be deleted, by age or because somebody asks, and goes through them. How one is deleted belongs in messages/.',
  },
  holds: {
    imports: [...BELOW_SLICES, 'attachments', 'admin'],
    comment:
      'holds/ is where admins keep a server or a channel from being lost, and read what was kept. What is under a hold is kept by triggers of the database.',
  },
  moving: {
    imports: [
      ...BELOW_SLICES,
      'files',
      'incoming-webhooks',
      'users',
      'servers',
      'groups',
      'emoji',
      'user-groups',
      'channels',
      'attachments',
      'messages',
      'search',
      'mail',
      'admin',
    ],
    comment:
      'moving/ writes a server to an archive, and makes a server of one. What a record of the API is belongs in its slice.',
  },
  maintenance: {
    imports: [
      ...BELOW_SLICES,
      'files',
      'users',
      'second-factors',
      'auth',
      'identities',
      'servers',
      'emoji',
      'user-groups',
      'channels',
      'attachments',
      'mail',
      'security-history',
      'outgoing-webhooks',
      'messages',
      'incoming-webhooks',
      'realtime',
      'moving',
      'account-deletion',
      'erasures',
      'holds',
    ],
    comment:
      'maintenance/ calls the purges of the slices in their order, and nothing calls it but the service. A purge belongs in the slice that owns the rows.',
  },
};

/** For each folder of apps/server/src, the folders, and the files beside them, that it may import. */
const SERVER_FOLDERS = {
  cli: {
    imports: [
      'compile-cache',
      'config',
      'data-folder',
      'database',
      'doctor',
      'last-backup',
      'operator',
      'secret-key',
      'store',
      'version',
    ],
    comment:
      'cli/ is a program of its own, beside the service. What it changes for users it asks the service to change; what it checks or copies it does itself.',
  },
  doctor: {
    imports: ['config', 'last-backup', 'outgoing', 'redis', 'secret-key', 'store'],
    comment:
      'doctor/ looks at the service and at what it depends on, for the command line and for admins, and changes nothing. What it looks at belongs in the folder that uses it.',
  },
  cluster: {
    imports: ['config', 'database', 'monitoring', 'operator'],
    comment:
      'cluster/ runs several processes as one service. What each of them does belongs where it is for a service of one process.',
  },
  operator: {
    imports: [],
    comment:
      'operator/ is the socket of the operator and the requests on it. What the requests do belongs in packages/core, in admin/.',
  },
  config: {
    // TRUSTED_PROXIES, the limits of connections, the bucket and the hook are read for the folder that uses them.
    imports: ['outgoing', 'rate-limit', 'store'],
    comment: 'config/ reads the environment. What a value does belongs in the folder that uses it.',
  },
  'secret-key': {
    imports: ['config'],
    comment:
      'secret-key/ finds the key of the service and compares it with that of the database. What is sealed under it belongs in packages/core.',
  },
  http: {
    imports: [],
    comment:
      'http/ is what every way into the service needs of HTTP. What only one of them needs belongs in its folder: rest/, trpc/, files/ or realtime/.',
  },
  rest: {
    imports: ['http'],
    comment:
      'rest/ serves operations over REST. The operations themselves belong in files/, realtime/ and docs/, and are put together in operations.ts.',
  },
  trpc: {
    imports: ['http'],
    comment: 'trpc/ serves the native API and knows nothing of REST. What both need belongs in http/.',
  },
  'rate-limit': {
    imports: ['http', 'rest', 'redis'],
    comment:
      'rate-limit/ decides before anything is answered, by the table of operations. What answers belongs in the folder of its API.',
  },
  docs: {
    imports: ['rest'],
    comment:
      'docs/ describes the operations it is given. The description of an operation belongs where the operation is.',
  },
  files: {
    imports: ['http', 'rest'],
    comment:
      'files/ receives and sends bytes. Who may do it belongs in packages/core, in attachments/ or users/.',
  },
  monitoring: {
    imports: ['http', 'rest'],
    comment:
      'monitoring/ answers /ready and /metrics from numbers that it is given. What counts belongs where it happens.',
  },
  traces: {
    imports: ['http', 'rest'],
    comment:
      'traces/ makes spans of requests and of what they commit. It is loaded only where traces are configured: service.ts alone imports it.',
  },
  store: {
    imports: [],
    comment:
      'store/ opens the file store, on the disk or in a bucket. It alone loads the SDK of S3, and only where a bucket is configured.',
  },
  outgoing: {
    imports: [],
    comment:
      'outgoing/ calls other services: the hook before a message, the server of mail, and webhooks. When it is called, and what is sent, belongs in packages/core.',
  },
  web: {
    imports: ['http'],
    comment: 'web/ serves the built web client. What the client does belongs in apps/web.',
  },
  export: {
    imports: ['files', 'rest'],
    comment:
      'export/ sends a person what the operations of packages/core answer them. What somebody may read belongs there.',
  },
  'incoming-webhooks': {
    imports: ['files', 'http', 'rest', 'rate-limit'],
    comment:
      'incoming-webhooks/ takes what other programs post, and answers in their words. What a payload says belongs in packages/core, in incoming-webhooks/.',
  },
  moving: {
    imports: ['files', 'http', 'rest', 'version'],
    comment:
      'moving/ sends and receives archives of servers. What is in them, and what becomes of them, belongs in packages/core, in moving/.',
  },
  'mail-pages': {
    imports: ['http', 'rest'],
    comment:
      'mail-pages/ shows pages for the links in mails. What a link does belongs in packages/core, in mail/.',
  },
  redis: {
    imports: [],
    comment:
      'redis/ connects to Redis. What is kept or sent there belongs in the folder that needs it, as a statement of Postgres does.',
  },
  nodes: {
    imports: ['config', 'database', 'redis'],
    comment:
      'nodes/ connects this process with the other nodes on its database. What several nodes share belongs in packages/core.',
  },
  realtime: {
    imports: ['http', 'rest'],
    comment:
      'realtime/ writes frames to sockets. Which frames a socket receives belongs in packages/core, in realtime/.',
  },
};

const CORE = '^packages/core/src/';
const SERVER = '^apps/server/src/';
const anyOf = (names) => `(${names.join('|')})`;
/** Libraries, also where a package imports one that it does not declare. */
const npm = (...names) => `(^|node_modules/)${anyOf(names)}(/|$)`;

const packageRules = Object.entries(PACKAGES).map(([path, { imports, comment }]) => ({
  name: path,
  comment,
  from: { path: `^${path}/`, pathNot: OUTSIDE_SRC },
  to: { path: '^(apps|packages)/', pathNot: `^${anyOf([path, ...imports])}/` },
}));

/** One rule for each folder below `root`, and one that fails for a folder that the table does not have. */
function folderRules(root, table) {
  const place = root.slice(1);
  const rules = Object.entries(table).map(([folder, { imports, comment }]) => ({
    name: place + folder,
    comment,
    from: { path: `${root}${folder}/`, pathNot: TESTS },
    to: { path: root, pathNot: `${root}${anyOf([folder, ...imports])}(/|\\.ts$)` },
  }));
  const unknown = {
    name: `${place}*`,
    comment: `A new folder of ${place} needs a line in .dependency-cruiser.mjs: what it may import, and what belongs elsewhere.`,
    from: { path: `${root}[^/]+/`, pathNot: [`${root}${anyOf([...Object.keys(table), 'testing'])}/`] },
    to: {},
  };
  return [...rules, unknown];
}

const rules = [
  {
    name: 'no-circular',
    comment:
      'Files do not import each other, types included. Move what both need into a file that imports neither.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment:
      'An import that cannot be resolved is an import that no rule sees: declare the package or mend the path.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'test-code',
    comment:
      'The service and the client import nothing of their tests. What both need belongs beside the code that is tested.',
    // The benchmark reads the hostile texts that the tests have.
    from: { pathNot: [TESTS, '^apps/bench/'].flat() },
    to: { path: TESTS },
  },
  ...packageRules,
  {
    name: 'db-libraries',
    comment:
      'packages/db knows Postgres and no API: what answers a request belongs in packages/core or apps/server.',
    from: { path: '^packages/db/' },
    to: { path: npm('@trpc', 'express', 'ws') },
  },
  {
    name: 'core-libraries',
    comment:
      'packages/core knows no transport and no log writer. What talks HTTP or WebSocket belongs in apps/server; give core an interface (kernel/services).',
    from: { path: '^packages/core/', pathNot: TESTS },
    to: { path: npm('express', 'ws', 'formidable', 'pino', 'pino-http', 'cors') },
  },
  {
    name: 'client-types',
    comment:
      'packages/client takes types from packages/core and no code: a bundle for browsers would carry the service. Write the code in packages/client.',
    from: { path: '^packages/client/', pathNot: TESTS },
    to: { path: '^packages/core/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'client-service',
    comment:
      'src/service.ts is the one module of packages/client that imports packages/core: the packed client has another in its place. Export the type there.',
    from: { path: '^packages/client/', pathNot: [...TESTS, '^packages/client/src/service\\.ts$'] },
    to: { path: '^packages/core/' },
  },
  {
    name: 'client-libraries',
    comment:
      'packages/client runs in browsers: besides tRPC it imports no library and no module of Node. What needs one belongs in packages/client/test, or is given as an option of the client.',
    from: {
      path: '^packages/client/',
      pathNot: [...TESTS, '^packages/client/src/store/indexed-db-storage\\.ts$'],
    },
    to: { pathNot: ['^packages/', npm('@trpc')] },
  },
  {
    name: 'client-store',
    comment:
      'The client and the reducers of packages/client know nothing of its store: who does not use it does not load it. What both need belongs outside of src/store. src/personal stands on it.',
    from: {
      path: '^packages/client/src/',
      pathNot: ['^packages/client/src/(store|personal)/', ...TESTS],
    },
    to: { path: '^packages/client/src/store/' },
  },
  {
    name: 'client-personal',
    comment: 'What stands on the store of packages/client is loaded by those who use it.',
    from: { path: '^packages/client/src/', pathNot: ['^packages/client/src/personal/', ...TESTS] },
    to: { path: '^packages/client/src/personal/' },
  },
  {
    name: 'react-libraries',
    comment:
      'packages/react imports React and packages/client alone. What needs another library belongs in packages/react/test, or in an app.',
    from: { path: '^packages/react/', pathNot: TESTS },
    to: { pathNot: ['^packages/', npm('react')] },
  },
  {
    name: 'elements-router',
    comment:
      'packages/elements knows no router: it asks the app for addresses, and to show a place, by ChatHost (src/host).',
    from: { path: '^packages/elements/' },
    to: { path: npm('wouter', 'react-router', 'react-router-dom', '@tanstack/react-router') },
  },
  ...folderRules(CORE, CORE_FOLDERS),
  {
    name: 'protocol-libraries',
    comment:
      'protocol/ imports zod alone, so that a client or another program could take the folder as it is.',
    from: { path: `${CORE}protocol/`, pathNot: TESTS },
    to: { pathNot: [`${CORE}protocol/`, npm('zod')] },
  },
  {
    name: 'kernel-schema',
    comment:
      'kernel/schema is what schemas are made of: zod, protocol/ and how texts are read (markup). What needs the database belongs in kernel/sql.',
    from: { path: `${CORE}kernel/schema/`, pathNot: TESTS },
    to: { pathNot: [`${CORE}(kernel/schema|protocol)/`, '^packages/markup/', npm('zod')] },
  },
  {
    name: 'schemas',
    comment:
      'schemas.ts is what a slice takes as input: zod, kernel/schema, the highest limits, protocol/ and the schemas of slices below it. Behaviour belongs in actions.ts.',
    from: { path: `${CORE}[^/]+/schemas\\.ts$` },
    to: {
      pathNot: [
        `${CORE}(kernel/(schema/|services/limits\\.ts$)|protocol/)`,
        `${CORE}[^/]+/schemas\\.ts$`,
        npm('zod'),
      ],
    },
  },
  {
    name: 'queries',
    comment:
      "A slice's queries are its own: they authorize nobody. Import its access, actions or reads; if they lack what you need, add it there.",
    from: { path: `${CORE}([^/]+)`, pathNot: TESTS },
    to: { path: `${CORE}[^/]+/[^/]*queries\\.ts$`, pathNot: `${CORE}$1/` },
  },
  ...folderRules(SERVER, SERVER_FOLDERS),
  {
    name: 'page',
    comment:
      'apps/server/page runs in browsers: it imports its own files alone. What needs the documents belongs in apps/server/src/docs/page.',
    from: { path: '^apps/server/page/' },
    to: { pathNot: '^apps/server/page/' },
  },
  {
    name: 'assembly',
    comment:
      'app.ts, express-operations.ts, extra-operations.ts, operations.ts, metrics.ts, resources.ts, serve.ts, service.ts, run-service.ts, main.ts and write-texts.ts put the folders of apps/server/src together. Another file beside them is imported by them; what it needs of a folder belongs in that folder.',
    from: {
      path: `${SERVER}[^/]+\\.ts$`,
      pathNot: [
        ...TESTS,
        `${SERVER}(app|express-operations|extra-operations|operations|metrics|resources|serve|service|run-service|main|write-texts)\\.ts$`,
      ],
    },
    // The logger describes errors as http/ does.
    to: {
      path: `${SERVER}([^/]+/|(app|express-operations|extra-operations|operations|metrics|resources|serve|service|run-service|main|write-texts)\\.ts$)`,
      pathNot: `${SERVER}(config/.*|http/describe-error)\\.ts$`,
    },
  },
];

export default {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    // Sees imports of types, which the compiler removes.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // A test generates what these import.
    exclude: {
      path: '^(apps|packages)/[^/]+/(test/|checker/|page/)?dist/|^apps/web/\\.types/|^apps/server/test/generated-clients/',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // `palaver-source` is the condition of our packages that leads to their TypeScript.
      conditionNames: ['palaver-source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
