/**
 * Preloaded into children: the IPC channel closes with the supervisor. It stays referenced: `next dev` passes this
 * preload to a worker that waits for its first message.
 */
process.on('disconnect', () => process.exit(1))
