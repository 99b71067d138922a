/**
 * Reads lines in time that grows with their length and no faster, however many chunks one comes in.
 *
 * Floor 2; both ends of the way to a sandboxd.
 */

/** As they come, the last also without its end; undefined for one that is longer than `maxBytes`, and then no more. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<string | undefined, undefined> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      if (bytes + end - from > maxBytes) return yield undefined
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString()
      parts = []
      bytes = 0
      from = end + 1
    }
    parts.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > maxBytes) return yield undefined
  }
  if (bytes > 0) yield Buffer.concat(parts).toString()
}
