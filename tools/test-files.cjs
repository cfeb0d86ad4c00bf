/** The files of tests, as one regular expression: the check of imports reads it for files and for folders. */
module.exports.TEST_FILES = '(\\.spec|\\.int-spec|\\.e2e-spec|\\.web-spec|\\.fault-spec|\\.contract)\\.ts$|/test/';
