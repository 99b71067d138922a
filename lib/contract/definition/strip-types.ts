/** Blanks out TypeScript's types in place, keeping every line and column. Ground, for servers. */
import { type Reply, startStripper, type TypesStripper } from './types-stripper.ts'

/** `line` and `column` count from 1. */
export type Stripped =
  | { code: string; fault?: undefined }
  | { code?: undefined; fault: { message: string; line: number; column: number } }

export const TOO_DEEP = 'The definition is nested too deeply to be read.'

let waitedFor: TypesStripper | undefined

export function stripTypes(source: string): Stripped {
  waitedFor ??= startStripper()
  const reply = waitedFor.strip(source)
  if (isBroken(reply)) waitedFor = waitedFor.end() as undefined
  return strippedOf(reply)
}

type Seat = { stripper?: TypesStripper }

/** Free ones, the last to be left in front: the other parser is started when two names ask at once. */
const seats: Seat[] = [{}, {}]
const waiting: ((seat: Seat) => void)[] = []
/** For each name the end of its last question. */
const lasts = new Map<string, Promise<unknown>>()

/**
 * The same, for a process that has others to serve meanwhile. What is asked under one name is answered one after the
 * other, so that sources which take the parser an age delay the rest of that name and leave a seat to everybody else.
 */
export function stripTypesSoon(source: string, name: string): Promise<Stripped> {
  const turn = (lasts.get(name) ?? Promise.resolve()).then(() => stripOnSeat(source))
  const last = turn
    .catch(() => {})
    .then(() => {
      if (lasts.get(name) === last) lasts.delete(name)
    })
  lasts.set(name, last)
  return turn
}

async function stripOnSeat(source: string): Promise<Stripped> {
  const seat = seats.pop() ?? (await new Promise<Seat>((resolve) => waiting.push(resolve)))
  try {
    seat.stripper ??= startStripper()
    const reply = await seat.stripper.stripSoon(source)
    if (isBroken(reply)) seat.stripper = seat.stripper.end() as undefined
    return strippedOf(reply)
  } finally {
    const next = waiting.shift()
    if (next) next(seat)
    else seats.push(seat)
  }
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
