export * from './address-match';
export * from './check-document';
export { CHECK_SENTENCE, type CheckWord } from './check-word';
export { gstinCheckCharacter, isVerhoeffValid } from './check-digits';
export * from './document-type';
export { jaroWinkler, matchNames, nameBandOf, type NameBand, type NameMatch } from './name-match';
