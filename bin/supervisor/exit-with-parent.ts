/**
 * Preloaded into children: exits when the supervisor dies and its IPC channel closes. The channel stays
 * referenced: `next dev` passes this preload on to a worker that only waits for its first message.
 */
process.on('disconnect', () => process.exit(1))
