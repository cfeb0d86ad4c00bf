export * from './passkey-field';
export * from './operator.dto';
export * from './operator.resource';
export * from './people.dto';
export * from './people.resource';
