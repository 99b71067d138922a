/** The log of one run, held to its bounds: so many lines, so many bytes, then one line that says the rest is missing. */
import type { LogLine, SandboxLimits } from './sandbox.ts'

const CUT = '… cut'

export type LogBook = {
  lines: LogLine[]
  /** Returns the line as kept: shortened, or the mark of the cut, or undefined when nothing more is kept. */
  add(line: LogLine): LogLine | undefined
}

export function openLogBook({ logBytes, logLines }: Pick<SandboxLimits, 'logBytes' | 'logLines'>): LogBook {
  const lines: LogLine[] = []
  let bytes = 0
  let full = false

  return {
    lines,
    add(line) {
      if (full) return undefined
      const size = Buffer.byteLength(line.text)
      full = lines.length >= logLines || bytes + size > logBytes
      bytes += size
      const kept = full ? { ...line, text: CUT } : line
      lines.push(kept)
      return kept
    },
  }
}
