/**
 * Preloaded into children: when the supervisor is killed outright, its end of the channel closes, and the child
 * ends too. Not for vitest or Playwright, whose workers would inherit it.
 *
 * The channel stays a reason to live: `next dev` hands this file on to a worker that does nothing but wait for
 * its first message.
 */
process.on('disconnect', () => process.exit(1))
