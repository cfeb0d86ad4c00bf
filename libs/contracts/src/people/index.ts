export * from './people.dto';
export * from './people.resource';
