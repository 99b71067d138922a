/** Splits a stream into lines, in linear time even if a line arrives in many chunks. */

/** Yields each line, also an unterminated last one. At a line above `maxBytes` it yields undefined and ends. */
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
