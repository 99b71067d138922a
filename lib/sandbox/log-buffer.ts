/** Limits logs in lines and bytes, and marks where they were cut. */
import type { LogLine, SandboxLimits } from './sandbox.ts'

const CUT = '… cut'

export type LogBuffer = {
  lines: LogLine[]
  add(line: LogLine): LogLine | undefined
}

export function createLogBuffer({
  logBytes,
  logLines,
}: Pick<SandboxLimits, 'logBytes' | 'logLines'>): LogBuffer {
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
      const stored = full ? { ...line, text: CUT } : line
      lines.push(stored)
      return stored
    },
  }
}
