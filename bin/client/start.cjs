#!/usr/bin/env node
// Written for any Node, so that an old one gets a sentence instead of a syntax error.
var version = process.versions.node.split('.').map(Number)

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    'This is Node ' +
      process.versions.node +
      ', which is too old. Install Node 20.19 or later: https://nodejs.org',
  )
  process.exit(1)
}

import('./cli.js').then((cli) =>
  cli.runClient(process.argv.slice(2)).then((code) => {
    process.exitCode = code
  }),
)
