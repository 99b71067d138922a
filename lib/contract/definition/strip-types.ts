/** Blanks out TypeScript's types in place, keeping every line and column. Ground, for servers. */
import { type Reply, startStripper, type TypesStripper } from './types-stripper.ts'

/** `line` and `column` count from 1. */
export type Stripped =
  | { code: string; fault?: undefined }
  | { code?: undefined; fault: { message: string; line: number; column: number } }

export const TOO_DEEP = 'The definition is nested too deeply to be read.'

// One for those who wait and one for those who do not: each answers one question at a time.
let waitedFor: TypesStripper | undefined
let asked: TypesStripper | undefined
let line: Promise<unknown> = Promise.resolve()

export function stripTypes(source: string): Stripped {
  waitedFor ??= startStripper()
  const reply = waitedFor.strip(source)
  if (isBroken(reply)) waitedFor = waitedFor.end() as undefined
  return strippedOf(reply)
}

/** The same, for a process that has others to serve meanwhile. */
export async function stripTypesSoon(source: string): Promise<Stripped> {
  const turn = line.then(async () => {
    asked ??= startStripper()
    const reply = await asked.stripSoon(source)
    if (isBroken(reply)) asked = asked.end() as undefined
    return strippedOf(reply)
  })
  line = turn.catch(() => {})
  return turn
}

/** It took too long, or failed of something other than the source's syntax: nothing after it would be right. */
function isBroken(reply: Reply | undefined): boolean {
  return reply === undefined || ('thrown' in reply && reply.thrown.startLine === undefined)
}

function strippedOf(reply: Reply | undefined): Stripped {
  if (reply && 'code' in reply) return reply
  const { message = '', startLine, startColumn = 0 } = reply?.thrown ?? {}
  if (startLine === undefined) return { fault: { message: TOO_DEEP, line: 1, column: 1 } }
  return { fault: { message: clearly(message), line: startLine, column: startColumn + 1 } }
}

/** amaro says what it does; a publisher wants to know what to write. */
function clearly(message: string): string {
  const [, feature] = /^(TypeScript .*?) (?:is|are) not supported in strip-only mode/.exec(message) ?? []
  if (feature)
    return `${feature} is not supported: types are removed here, and this would have to be compiled`
  return message.replace(/ in (?:type )?strip(?:-only)? mode/, '')
}
