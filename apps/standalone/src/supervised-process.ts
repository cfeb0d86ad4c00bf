import { giveMemoryBackAtRest } from './memory-at-rest';

/**
 * Loaded before a service that `npm run start:kafka` starts: when the parent dies, even by kill -9, the channel to it
 * closes and the service stops in order instead of living on alone.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
giveMemoryBackAtRest();
