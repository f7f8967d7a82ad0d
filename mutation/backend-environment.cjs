const BackendEnvironment = require('../backend/db/jest-environment.cjs');
const { leaveAtFirstFailure } = require('./first-failure.cjs');

module.exports = class extends BackendEnvironment {
  handleTestEvent = leaveAtFirstFailure;
};
