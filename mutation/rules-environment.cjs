const { TestEnvironment } = require('jest-environment-node');
const { leaveAtFirstFailure } = require('./first-failure.cjs');

module.exports = class extends TestEnvironment {
  handleTestEvent = leaveAtFirstFailure;
};
