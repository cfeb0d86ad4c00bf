export * from './account-rules';
export * from './account.dto';
export * from './account.resource';
export * from './commands';
export * from './events';
export * from './roles';
