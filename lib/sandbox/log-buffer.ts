/** Collects the log of a run within limits of lines and bytes. */
import type { LogLine, SandboxLimits } from './sandbox.ts'

const CUT = '… cut'

export type LogBuffer = {
  lines: LogLine[]
  /** Returns the line as it was stored, or the mark that later ones were cut; undefined once the log is full. */
  add(line: LogLine): LogLine | undefined
}

export function createLogBuffer({
  logBytes,
  logLines,
}: Pick<SandboxLimits, 'logBytes' | 'logLines'>): LogBuffer {
  const lines: LogLine[] = []
  let bytes = 0
  let isFull = false

  return {
    lines,
    add(line) {
      if (isFull) return undefined
      const size = Buffer.byteLength(line.text)
      isFull = lines.length >= logLines || bytes + size > logBytes
      bytes += size
      const stored = isFull ? { ...line, text: CUT } : line
      lines.push(stored)
      return stored
    },
  }
}
