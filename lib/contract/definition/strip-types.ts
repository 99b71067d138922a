/**
 * Blanks out TypeScript's types in place, keeping every line and column.
 *
 * Ground, for servers. The parser is WebAssembly, whose memory does not survive a stack overflow: one source
 * nested a few thousand levels deep would break it for every source after. So it is loaded anew when it fails
 * of anything but the source's syntax; a bundler would know only the one copy, hence the `require` by hand.
 */
import { createRequire } from 'node:module'

type Amaro = typeof import('amaro')

/** `line` and `column` count from 1. */
export type Stripped =
  | { code: string; fault?: undefined }
  | { code?: undefined; fault: { message: string; line: number; column: number } }

export const TOO_DEEP = 'The definition is nested too deeply to be read.'

let amaro: Amaro | undefined

export function stripTypes(source: string): Stripped {
  amaro ??= loadAmaro()
  try {
    return { code: amaro.transformSync(source, { mode: 'strip-only' }).code }
  } catch (thrown) {
    const { message = '', startLine, startColumn = 0 } = thrown as AmaroFault
    if (startLine === undefined) {
      amaro = undefined
      return { fault: { message: TOO_DEEP, line: 1, column: 1 } }
    }
    return { fault: { message: clearly(message), line: startLine, column: startColumn + 1 } }
  }
}

type AmaroFault = { message?: string; startLine?: number; startColumn?: number }

/** amaro says what it does; a publisher wants to know what to write. */
function clearly(message: string): string {
  const [, feature] = /^(TypeScript .*?) (?:is|are) not supported in strip-only mode/.exec(message) ?? []
  if (feature)
    return `${feature} is not supported: types are removed here, and this would have to be compiled`
  return message.replace(/ in (?:type )?strip(?:-only)? mode/, '')
}

function loadAmaro(): Amaro {
  // Inside a bundle this module's own place is not on the disk; the application's is.
  for (const base of [import.meta.url, `file://${process.cwd()}/`]) {
    try {
      const require = createRequire(base)
      for (const file of Object.keys(require.cache)) {
        if (file.includes('/node_modules/amaro/')) delete require.cache[file]
      }
      return require('amaro') as Amaro
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== 'MODULE_NOT_FOUND') throw thrown
    }
  }
  throw new Error('amaro is not installed')
}
