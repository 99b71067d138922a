/** What a command of the CLI is: its words for --help, its switches, its work and its answer. */

export type Command = {
  /** One line, for the list of commands. */
  summary: string
  /** After the command's name: "FILE [--email EMAIL]". */
  usage: string
  /** Switches that take a value, and what each is. --json and --help are everybody's. */
  options: Record<string, string>
  /** Switches that take none, and what each is. */
  flags?: Record<string, string>
  /** How many words it takes besides its switches; several numbers when it can be used in several ways. */
  words: number | readonly number[]
  /** True when it meets the database (and so needs a Guildhall, or DATABASE_URL). */
  meetsDatabase: boolean
  /** Does the work. Null when it has written its answer itself, as what answers line by line does: exit code 0. */
  run(input: CommandInput): Promise<Answer | null>
}

export type CommandInput = {
  words: string[]
  options: Record<string, string | undefined>
  /** True for a switch without value that was given, false for one that was not. */
  flags: Record<string, boolean>
}

export type Answer = {
  /** For people. */
  text: string
  /** For programs: printed with --json. */
  json: unknown
  /** True when the command did its work and the work says no: exit code 1. */
  isBad?: boolean
}

/** The command was not used as its help says. Exit code 2. */
export class UsageError extends Error {}

/** The switch's value. Throws UsageError when it was left out. */
export function requireOption({ options }: CommandInput, name: string): string {
  const value = options[name]
  if (!value) throw new UsageError(`--${name} is missing.`)
  return value
}
