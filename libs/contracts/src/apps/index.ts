export * from './app.dto';
export * from './app.resource';
export * from './commands';
export * from './events';
