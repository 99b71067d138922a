/**
 * Keeps requests whose sender leaves out of the error log.
 *
 * Next copies each body for the proxy, and if the proxy refuses a request without reading it to its end, Next waits for
 * that end. A sender who leaves first then appears as an error with a stack (`getCloneableBody` in its body-streams.js),
 * so anyone could fill the log and hide real errors in it. Returns a function that stops it.
 */
export function ignoreAbortedUploads(): () => void {
  const { error } = console
  const filtered = (...values: unknown[]) => {
    if (!values.some(isAborted)) error.apply(console, values)
  }
  console.error = filtered
  return () => {
    if (console.error === filtered) console.error = error
  }
}

/** The error of Node's server for a request that ended early. */
function isAborted(value: unknown): boolean {
  return (
    value instanceof Error && value.message === 'aborted' && 'code' in value && value.code === 'ECONNRESET'
  )
}
