/** Yields chunks of `chunkBytes`, of which the last may be shorter. Each has its own memory, so a reader may keep it. */
export async function* splitIntoChunks(
  content: AsyncIterable<Uint8Array>,
  chunkBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk = new Uint8Array(chunkBytes)
  let filled = 0
  for await (let part of content) {
    while (part.length > 0) {
      const slice = part.subarray(0, chunkBytes - filled)
      chunk.set(slice, filled)
      filled += slice.length
      part = part.subarray(slice.length)
      if (filled < chunkBytes) continue
      yield chunk
      chunk = new Uint8Array(chunkBytes)
      filled = 0
    }
  }
  if (filled > 0) yield chunk.slice(0, filled)
}
