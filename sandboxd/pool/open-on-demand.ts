type Options = {
  onError: (error: Error) => void
  /** Without it, only a call opens. */
  delayMs?: number | undefined
}

/** Returns a function that opens with its first call, or `delayMs` from now. A call after a failure tries again. */
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
