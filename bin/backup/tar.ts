/** Supports regular files that fit in memory, names of 100 bytes (POSIX.1-1988, ustar). */

export type TarFile = { name: string; bytes: Uint8Array }

const BLOCK = 512

export async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of files) {
    yield writeTarHeader(name, bytes.length)
    if (bytes.length > 0) yield bytes
    const rest = bytes.length % BLOCK
    if (rest > 0) yield new Uint8Array(BLOCK - rest)
  }
  yield new Uint8Array(2 * BLOCK)
}

function writeTarHeader(name: string, sizeBytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`“${name}” is too long for a file name in an archive.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(sizeBytes, 11), 124)
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(octal(computeChecksum(header), 6), 148)
  return header
}

/** The field itself counts as eight spaces. */
function computeChecksum(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const { take, close } = exactReader(stream)
  try {
    for (;;) {
      const header = await take(BLOCK)
      // Padding may follow the two empty blocks.
      if (header.every((byte) => byte === 0)) return
      const { name, sizeBytes } = readHeader(header)
      const bytes = await take(sizeBytes)
      const rest = sizeBytes % BLOCK
      if (rest > 0) await take(BLOCK - rest)
      yield { name, bytes }
    }
  } finally {
    await close()
  }
}

function readHeader(header: Buffer): { name: string; sizeBytes: number } {
  const text = (start: number, length: number) =>
    header
      .subarray(start, start + length)
      .toString('utf8')
      .replace(/\0.*$/s, '')
  const isWhole = Number.parseInt(text(148, 8), 8) === computeChecksum(header)
  if (!isWhole || text(257, 5) !== 'ustar' || text(156, 1) !== '0')
    throw new Error('This file is not a backup.')
  return { name: text(0, 100), sizeBytes: Number.parseInt(text(124, 12), 8) }
}

function exactReader(stream: AsyncIterable<Uint8Array>) {
  const parts = stream[Symbol.asyncIterator]()
  let waiting: Uint8Array = new Uint8Array(0)
  const read = async (wanted: number): Promise<Buffer> => {
    const result = Buffer.allocUnsafe(wanted)
    let filled = 0
    while (filled < wanted) {
      if (waiting.length === 0) {
        const { value, done } = await parts.next()
        if (done) throw new Error('The file is incomplete.')
        waiting = value
        continue
      }
      const piece = waiting.subarray(0, wanted - filled)
      result.set(piece, filled)
      filled += piece.length
      waiting = waiting.subarray(piece.length)
    }
    return result
  }
  return { take: read, close: async () => void (await parts.return?.()) }
}
