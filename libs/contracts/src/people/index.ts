export * from './passkey-field';
export * from './people.dto';
export * from './people.resource';
