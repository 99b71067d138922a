/** What a command of the CLI is: its words for --help, its switches, its work and its answer. */

export type Command = {
  /** One line, for the list of commands. */
  summary: string
  /** After the command's name: "FILE [--email EMAIL]". */
  usage: string
  /** Switches that take a value, and what each is. --json and --help are everybody's. */
  options: Record<string, string>
  /** How many words it takes besides its switches. */
  words: number
  /** True when it meets the database (and so needs a Guildhall, or DATABASE_URL). */
  meetsDatabase: boolean
  run(input: CommandInput): Promise<Answer>
}

export type CommandInput = { words: string[]; options: Record<string, string | undefined> }

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
