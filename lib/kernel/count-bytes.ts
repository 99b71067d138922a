/** Passes the parts of a body on. `onCount` gets the bytes so far before each part, and throws at a limit. */
export async function* countBytes(
  parts: AsyncIterable<Buffer>,
  onCount: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    onCount(bytes)
    yield part
  }
}
