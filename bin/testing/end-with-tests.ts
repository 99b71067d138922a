/**
 * Preloaded into a site that tests start: when they end, however, so does the site, with its database. Without tests the
 * database outlives a killed supervisor, for the next start.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
