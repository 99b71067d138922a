export type CliCommand = {
  summary: string
  usage: string
  options: Record<string, string>
  flags?: Record<string, string>
  positionals: number | readonly number[]
  /** True if it needs the database (a running Guildhall or DATABASE_URL). */
  needsDatabase: boolean
  /** Returns null if it has written its result itself, line by line: exit code 0. */
  run(input: CommandInput): Promise<CommandResult | null>
}

export type CommandInput = {
  positionals: string[]
  options: Record<string, string | undefined>
  flags: Record<string, boolean>
}

export type CommandResult = {
  text: string
  json: unknown
  /** True if the command worked but its result is negative: exit code 1. */
  isFailure?: boolean
}

/** Incorrect usage. Exit code 2. */
export class UsageError extends Error {}

export function requireOption({ options }: CommandInput, name: string): string {
  const value = options[name]
  if (!value) throw new UsageError(`--${name} is missing.`)
  return value
}

/**
 * Escapes untrusted text for a terminal. Control characters can rename the window, overwrite printed lines
 * and write to its input. Line breaks, tabs and SGR colours pass; the rest is escaped as in JSON (ECMA-48
 * §5.3, §8.3.117).
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
