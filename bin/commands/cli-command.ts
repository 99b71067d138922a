import type { PublicError } from '#lib/kernel/errors.ts'
import { plural } from '#lib/kernel/text/plural.ts'

export type CliCommand = {
  summary: string
  usage: string
  options: Record<string, string>
  /** Options that may be given several times. */
  lists?: Record<string, string>
  flags?: Record<string, string>
  /** What else a reader of the help should know, such as a command that does more. */
  note?: string
  positionals: number | readonly number[]
  /** Whether the command needs a running site or DATABASE_URL. */
  needsDatabase: boolean
  /** Returns null if it has written its result, line by line. */
  run(input: CommandInput): Promise<CommandResult | null>
}

export type CommandInput = {
  positionals: string[]
  options: Record<string, string | undefined>
  lists?: Record<string, string[]>
  flags: Record<string, boolean>
}

export type CommandResult = {
  text: string
  json: unknown
  /** The command did its work and found something wrong: exit code 1. */
  isFailure?: boolean
}

/** The command line is not valid usage: exit code 2. */
export class UsageError extends Error {}

export function requireOption({ options }: CommandInput, name: string): string {
  const value = options[name]
  if (!value) throw new UsageError(`--${name} is missing.`)
  return value
}

/**
 * Control characters can rename the window, overwrite lines and write to a terminal's input. Line breaks, tabs and SGR
 * colours pass; the rest is escaped as in JSON (ECMA-48 §5.3, §8.3.117).
 */
const CONTROL_CODES = /\p{Cc}\[[\d;]*m|(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
const ESCAPE = '\u001b'

export function escapeForTerminal(text: string): string {
  return text.replace(CONTROL_CODES, (each) => {
    const isColour = each.length > 1 && each.startsWith(ESCAPE)
    return isColour ? each : escaped(each) + each.slice(1)
  })
}

function escaped(text: string): string {
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Returns the line that says how long to wait, if waiting helps. */
export function waitLines({ retry_after: seconds }: PublicError): string[] {
  return seconds === undefined ? [] : [`Try again after ${plural(seconds, 'second')}.`]
}
