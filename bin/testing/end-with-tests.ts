/**
 * Preloaded into a site that tests start, so that it ends with them, even if they are killed, and its database, too.
 * Otherwise the database outlives a killed supervisor, for the next start.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
