/** Bytes as they come, in pieces of one length. Floor 1, pure. */

/** All pieces but the last have `pieceBytes`; no bytes at all are no piece. A piece is not touched once it is given. */
export async function* inPieces(
  content: AsyncIterable<Uint8Array>,
  pieceBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(pieceBytes)
  let filled = 0
  for await (let part of content) {
    while (part.length > 0) {
      const taken = part.subarray(0, pieceBytes - filled)
      piece.set(taken, filled)
      filled += taken.length
      part = part.subarray(taken.length)
      if (filled < pieceBytes) continue
      yield piece
      piece = new Uint8Array(pieceBytes)
      filled = 0
    }
  }
  if (filled > 0) yield piece.slice(0, filled)
}
