export * from './commands';
export * from './connection.resource';
export * from './events';
export * from './platform-connection';
