/** Folders form layers: no two of them reach each other. Tests are left out, because a test may need more than the code that it tests. */
const { options } = require('../.dependency-cruiser.cjs');
const { TEST_FILES } = require('./test-files.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that need each other are one folder, or miss a third below both.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `^dist/|${TEST_FILES}|^libs/testing/` }, metrics: true },
};
