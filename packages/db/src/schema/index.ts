export * from './channels.js';
export * from './events.js';
export * from './groups.js';
export * from './messages.js';
export * from './notification-preferences.js';
export * from './servers.js';
export * from './sessions.js';
export * from './users.js';
