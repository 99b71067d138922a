import fs from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'

/** A position in the server's part of Next's build. */
const POSITION = /(\/[^\s"()]+\/\.next[\w-]*\/server\/[^\s"()]+\.js):(\d+):(\d+)/g

const maps = new Map<string, SourceMap | null>()

/**
 * Replaces positions in the server's bundle, for example in a stack, by those in the sources. Positions without a source
 * map stay. Node's own flag, `--enable-source-maps`, would read every map when its file is loaded.
 */
export function withOriginalPositions(text: string): string {
  return text.replace(POSITION, (position, file, line, column) => {
    const origin = readMap(file)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return position
    const source = path.resolve(path.dirname(file), origin.fileName)
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

function readMap(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = readIfExists(`${file}.map`)
  maps.set(file, map)
  return map
}

function readIfExists(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(fs.readFileSync(/* turbopackIgnore: true */ file, 'utf8')))
  } catch {
    return null
  }
}
