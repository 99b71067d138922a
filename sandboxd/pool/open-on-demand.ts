type Options = {
  onError: (error: Error) => void
  /** When to open without a call, from now on; undefined waits for a call. */
  delayMs?: number | undefined
}

/**
 * Returns a function that opens a pool with its first call, or after `delayMs`, and returns the same pool from then on. It
 * returns undefined if opening failed; the next call tries again.
 */
export function openOnDemand<Pool>(
  open: () => Promise<Pool>,
  { onError, delayMs }: Options,
): () => Promise<Pool | undefined> {
  let opened: Promise<Pool | undefined> | undefined
  const find = () => {
    opened ??= open().catch((error: Error) => {
      opened = undefined
      onError(error)
      return undefined
    })
    return opened
  }
  if (delayMs !== undefined) setTimeout(find, delayMs).unref()
  return find
}
