export * from './commands';
export * from './events';
export * from './tax-settings.dto';
export * from './tax-settings.resource';
