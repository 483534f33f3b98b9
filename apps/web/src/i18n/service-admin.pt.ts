import type { AdminCheck, AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const counted = countedIn('pt');

const numbers = new Intl.NumberFormat('pt');

/** The texts of the administration of the service in Portuguese. */
export const serviceAdminPt: CatalogueOf<typeof serviceAdminEn> = {
  administration: 'Administração',
  people: 'Pessoas',
  peopleIntro:
    'Todas as pessoas com uma conta neste serviço. Os administradores não veem mensagens nem arquivos de ninguém.',
  find: 'Buscar pelo começo do nome de usuário ou do e-mail',
  createAccount: 'Criar uma conta',
  registrationModes: (mode) => nameIn(MODES, mode),
  makeAdmin: 'Tornar administrador',
  unmakeAdmin: 'Tirar a administração',
  deactivate: 'Desativar',
  reactivate: 'Reativar',
  resetPassword: 'Definir uma nova senha',
  resetFactors: 'Remover os segundos fatores',
  admin: 'Administrador',
  deactivated: 'Desativada',
  isAdmin: 'É administrador do serviço',
  email: 'E-mail (opcional)',
  passwordOf: (name) => `Senha de ${name}`,
  passwordOnce: 'Ela só é mostrada agora. Envie-a por um meio seguro.',
  lastUsed: (ago) => `ativo ${ago}`,
  neverUsed: 'nunca entrou',
  noOne: 'Ninguém foi encontrado.',
  more: (name) => `Mais sobre ${name}`,
  sure: (what, name) => `${what}: ${name}?`,
  deactivateText:
    'Todas as sessões terminam, e ninguém entra com esta conta até que ela seja reativada. O que foi escrito fica.',
  resetPasswordText: 'Todas as sessões da pessoa terminam. Você recebe uma nova senha para passar a ela.',
  resetFactorsText:
    'Para quem perdeu o telefone e os códigos de recuperação: confirme que é mesmo essa pessoa.',

  servers: 'Servidores',
  findServer: 'Buscar pelo começo do nome',
  serverDetail: (owner, members, channels) =>
    [
      `de @${owner}`,
      counted(members, { one: '# membro', other: '# membros' }),
      counted(channels, { one: '# canal', other: '# canais' }),
    ].join(' · '),
  deleteServer: (name) => `Excluir ${name}?`,
  deleteServerText: 'Todos os canais e mensagens desaparecem para sempre.',
  noServers: 'Nenhum servidor foi encontrado.',

  apiKeys: 'Chaves de API',
  apiKeysIntro:
    'Outros sistemas chamam o serviço com elas. Para um novo segredo, crie outra chave e revogue a antiga.',
  noKeys: 'Não há chaves de API.',
  createKey: 'Criar uma chave',
  keyName: 'Para que serve',
  keyMay: 'O que pode fazer',
  keyExpires: 'Expira em (opcional)',
  keyTokenOf: (name) => `Token de ${name}`,
  keyTokenHint: 'Ele só é mostrado agora. Quem o tem pode fazer o que a chave pode.',
  keyMadeBy: (name) => `criada por ${name}`,
  keyUsed: (ago) => `usada pela última vez ${ago}`,
  keyUnused: 'nunca usada',
  keyUntil: (moment) => `expira em ${moment}`,
  keyOver: 'expirada',
  revoke: 'Revogar',
  revokeKey: (name) => `Revogar ${name}?`,
  revokeKeyText: 'A partir daí ela é recusada e suas conexões se fecham. O que a usa deixa de funcionar.',

  holds: 'Guardas legais',
  holdsIntro:
    'O que está sob guarda não se perde: textos editados ou excluídos ficam guardados para os administradores. Um servidor se escolhe na lista de servidores.',
  noHolds: 'Nada está sob guarda.',
  holdServer: 'Pôr sob guarda',
  holdOf: (name) => `Pôr ${name} sob guarda`,
  holdChannel: 'Pôr um canal sob guarda',
  channelId: 'Identificador do canal ou da mensagem direta',
  holdReason: 'Motivo (outros administradores veem)',
  heldServer: (name) => `O servidor ${name}`,
  heldChannel: (id) => `O canal ${id}`,
  askedBy: (name) => `por ${name}`,
  askedByOperator: 'pelo operador',
  askedByProgram: 'pelo operador ou por uma chave de API',
  liftHold: 'Encerrar',
  liftHoldOf: (name) => `Encerrar a guarda? ${name}`,
  liftHoldText: 'O que só esta guarda conservava é removido para sempre na próxima limpeza.',
  erasures: 'Apagamentos',
  erasuresIntro: 'O que se pediu para apagar para sempre, e quanto já foi feito.',
  noErasures: 'Nenhum apagamento foi pedido.',
  erasureOfChannel: (id, server) => `Mensagens do canal ${id} em ${server}`,
  erasureOfMember: (user, server) => `Mensagens de ${user} em ${server}`,
  erasureOfUser: (user) => `A conta ${user} e todas as suas mensagens`,
  erasureOfAccount: (user) => `A conta ${user}`,
  erasureRunning: 'Em andamento',
  erasureEnded: (moment) => `Terminado em ${moment}`,
  erasedBefore: (moment) => `anteriores a ${moment}`,
  removedMessages: (n) => counted(n, { one: '# mensagem excluída', other: '# mensagens excluídas' }),

  configuration: 'Configuração',
  configurationIntro: 'Como o serviço é operado e se funciona aquilo de que ele precisa.',
  testMail: 'E-mail de teste',
  testMailText: 'É enviado na hora e fica no registro de auditoria.',
  testMailTo: 'Para (vazio: o seu próprio endereço verificado)',
  sendTestMail: 'Enviar um e-mail de teste',
  testMailSent: (address: string) => `O servidor de e-mail aceitou o e-mail para ${address}.`,
  checks: 'Verificações',
  checksText:
    'As mesmas do palaver doctor: o banco de dados, o disco, o servidor de e-mail, o endereço público e o que mais estiver configurado.',
  checkNow: 'Verificar agora',
  checking: 'Verificando…',
  checkStatus: (status: string) => nameIn(CHECK_STATUS, status),
  variables: 'Variáveis',
  variablesText: 'O que está em vigor no nó que responde. Os segredos não são mostrados.',
  isDefault: 'padrão',
  secretSet: 'definido',
  unset: 'não definido',

  auditLog: 'Registro de auditoria',
  auditIntro: 'O que os administradores e o operador fizeram. Ninguém pode mudar isso.',
  imports: 'Importações',
  importsIntro:
    'Servidores que se mudam para cá do Palaver, Slack, Mattermost, Discord, Rocket.Chat e Zulip.',
  newImport: 'Importar um arquivo',
  newImportText:
    'Um arquivo é uma exportação do Palaver, ou o que este comando faz da exportação de outro sistema (convert-slack, convert-mattermost, convert-discord, convert-rocketchat, convert-zulip):',
  archive: 'Arquivo (.zip)',
  deleteMissing: 'Apagar o que falta',
  deleteMissingText:
    'Para um arquivo posterior do mesmo servidor: as mensagens que o anterior tinha e este não tem são apagadas. O que foi escrito aqui fica.',
  checkArchive: 'Verificar',
  importArchive: 'Importar',
  sending: 'Enviando o arquivo',
  earlierImports: 'Todas as importações',
  noImports: 'Nada foi importado ainda.',
  showImport: 'Mostrar',
  importStates: (state) => IMPORT_STATES[state] ?? state,
  importLines: (done, lines) => `${numbers.format(done)} de ${numbers.format(lines)} linhas`,
  importPace: (perSecond, end) => `${numbers.format(perSecond)} por segundo, pronto ${end}`,
  importWritten: ({ users, messages, files }) =>
    `contas novas: ${numbers.format(users)} · mensagens: ${numbers.format(messages)} · arquivos: ${numbers.format(files)}`,
  importDeleted: (messages) => `mensagens apagadas: ${numbers.format(messages)}`,
  importUpdates: 'O servidor já está aqui. O que há de novo neste arquivo é acrescentado a ele.',
  foundAccounts: (accounts) => `Contas que já estão aqui: ${numbers.format(accounts)}`,
  foundAccountsText:
    'O que essas pessoas escreveram lá aparece como delas. Ninguém mais é tomado por uma conta daqui.',
  foundBy: (how) => FOUND_BY[how] ?? how,
  linesOfExport: 'O que acontece com cada linha da exportação',
  kindOfLine: 'Linha',
  linesRead: 'lidas',
  linesTaken: 'aproveitadas',
  linesChanged: 'alteradas',
  linesLeftOut: 'omitidas',
  noMembers: (people) => `Pessoas que escrevem e não se tornam membros: ${numbers.format(people)}`,
  letIn: 'Deixar as pessoas entrar',
  letInText:
    'Membros sem senha recebem um link para definir uma. Ele vale uma vez, por sete dias, e encerra um link anterior.',
  mailLinks: 'Enviar os links por e-mail',
  listLinks: 'Baixar uma lista de links',
  linksMailed: (people) => `E-mails a caminho: ${numbers.format(people)}`,
  linksListed: (people) => `Links na lista: ${numbers.format(people)}`,
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'Qualquer pessoa pode criar uma conta (REGISTRATION=open).',
  invite: 'Quem tem um convite para um servidor pode criar uma conta (REGISTRATION=invite).',
  closed: 'Só os administradores criam contas (REGISTRATION=closed).',
};

const IMPORT_STATES: Readonly<Record<string, string>> = {
  checking: 'O arquivo está sendo verificado',
  importing: 'Está sendo importado',
  joining: 'Os membros estão entrando',
  done: 'Importado',
  checked: 'Verificado: pode ser importado',
  failed: 'Não pode ser importado',
  cancelled: 'Cancelado',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  earlierImport: 'por uma importação anterior',
  id: 'pelo mesmo id',
  externalId: 'pelo id externo',
  email: 'por um endereço verificado',
};

const CHECK_STATUS: Readonly<Record<AdminCheck['status'], string>> = {
  ok: 'Em ordem',
  warn: 'Aviso',
  fail: 'Falha',
};
