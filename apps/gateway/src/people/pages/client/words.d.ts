/** 7776 words, of which five make a phrase. */
export declare const WORDS: readonly string[];
