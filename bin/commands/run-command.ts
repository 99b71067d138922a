/** Exit codes: 0 success, 1 refusal or a negative result, 2 usage. --json prints the result or `{"error": …}`. */
import { parseArgs } from 'node:util'
import { issueText, type PublicError, toPublicError } from '#lib/kernel/errors.ts'
import {
  type CliCommand,
  type CommandInput,
  escapeForTerminal,
  UsageError,
  waitLines,
} from './cli-command.ts'

/** Commands by name. Each is loaded when it is used, so that the others cost no time. */
export type CommandTable = Record<string, () => Promise<CliCommand>>

export type Terminal = Record<'log' | 'error', (text: string) => void>

type Program = {
  commands: CommandTable
  /** Called before a command runs. */
  prepare?: (command: CliCommand) => void
}

/** Runs the command of a command line and prints its result or error. Returns the exit code. Never throws. */
export async function runCommand(program: Program, argv: string[], screen: Terminal): Promise<number> {
  const isJson = argv.includes('--json')
  const terminal: Terminal = {
    log: (text) => screen.log(escapeForTerminal(text)),
    error: (text) => screen.error(escapeForTerminal(text)),
  }
  try {
    return await perform(program, argv, terminal, isJson)
  } catch (error) {
    return refuse(error, terminal, isJson)
  }
}

async function perform(
  { commands, prepare }: Program,
  argv: string[],
  terminal: Terminal,
  isJson: boolean,
): Promise<number> {
  const name = Object.keys(commands).find((each) => each === argv.slice(0, each.split(' ').length).join(' '))
  if (!name) return showCommands(commands, argv, terminal)
  const command = await commands[name]!()
  if (argv.includes('--help') || argv.includes('-h')) return showHelp(name, command, terminal)

  const input = readInput(argv.slice(name.split(' ').length), command)
  prepare?.(command)
  const answer = await command.run(input)
  if (!answer) return 0
  terminal.log(isJson ? JSON.stringify(answer.json, null, 2) : answer.text)
  return answer.isFailure ? 1 : 0
}

function readInput(args: string[], command: CliCommand): CommandInput {
  const flags = Object.keys(command.flags ?? {})
  const lists = Object.keys(command.lists ?? {})
  const options = {
    ...Object.fromEntries(Object.keys(command.options).map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(lists.map((name) => [name, { type: 'string' as const, multiple: true }])),
    ...Object.fromEntries([...flags, 'json'].map((name) => [name, { type: 'boolean' as const }])),
  }
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(describeUnknownOption(error, args) ?? (error as Error).message)
  }
  const { positionals, values } = parsed
  if (![command.positionals].flat().includes(positionals.length))
    throw new UsageError(`Usage: ${command.usage}`)
  return {
    positionals,
    options: values as Record<string, string | undefined>,
    lists: Object.fromEntries(lists.map((name) => [name, (values[name] ?? []) as string[]])),
    flags: Object.fromEntries(flags.map((name) => [name, values[name] === true])),
  }
}

/** Returns undefined for other errors, whose messages are about the value of an option. */
function describeUnknownOption(error: unknown, args: string[]): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return undefined
  const unknown = args.find((arg) => arg.startsWith('-') && message.includes(`'${arg.split('=')[0]}'`))
  return `This command has no option ${unknown?.split('=')[0] ?? 'of this name'}.`
}

function refuse(error: unknown, terminal: Terminal, isJson: boolean): number {
  const isUsage = error instanceof UsageError
  const shown: PublicError = isUsage
    ? { code: 'INVALID_INPUT', message: error.message, recoverable: true }
    : shownError(error)
  if (isJson) terminal.log(JSON.stringify({ error: shown }, null, 2))
  else terminal.error(refusalText(error, shown))
  return isUsage ? 2 : 1
}

/** Unlike a site, the command line shows the message of any error: the person who reads it runs the program. */
function shownError(error: unknown): PublicError {
  const shown = toPublicError(error)
  if (shown.code !== 'INTERNAL_ERROR') return shown
  return { ...shown, message: error instanceof Error ? error.message : String(error) }
}

function refusalText(error: unknown, shown: PublicError): string {
  if (error instanceof UsageError) return `${shown.message}\nSee --help.`
  if (shown.code === 'INTERNAL_ERROR') return shown.message
  // A single detail often repeats the message.
  const details = (shown.details ?? [])
    .filter((issue) => ![issue.message, issueText(issue)].includes(shown.message))
    .map((issue) => `  - ${issueText(issue)}`)
  return [
    `${shown.code}: ${shown.message}`,
    ...details,
    ...(shown.suggested_action ? [shown.suggested_action] : []),
    ...waitLines(shown),
  ].join('\n')
}

async function showCommands(commands: CommandTable, argv: string[], terminal: Terminal): Promise<number> {
  const [first = '', second = ''] = argv
  const ofFirst = Object.entries(commands).filter(([name]) => name.startsWith(`${first} `))
  const [name, word] = ofFirst.length > 0 ? [`${first} ${second}`, second] : [first, first]
  const isHelp = ['', '--help', '-h', 'help'].includes(word)
  if (!isHelp) terminal.error(`Unknown command "${name}".\n`)
  const lines = await Promise.all(
    (ofFirst.length > 0 ? ofFirst : Object.entries(commands)).map(
      async ([name, load]) => `  ${name.padEnd(18)} ${(await load()).summary}`,
    ),
  )
  const text = ['guildhall COMMAND [--json]', '', ...lines, '', 'Run COMMAND --help for details.'].join('\n')
  if (isHelp) terminal.log(text)
  else terminal.error(text)
  return isHelp ? 0 : 2
}

function showHelp(
  name: string,
  { summary, usage, options, lists, flags, note }: CliCommand,
  terminal: Terminal,
): number {
  const lines = Object.entries({ ...options, ...lists, ...flags }).map(
    ([option, meaning]) => `  --${option.padEnd(10)} ${meaning}`,
  )
  const common = '  --json       print the result as JSON'
  const end = note === undefined ? [] : ['', note]
  terminal.log([`guildhall ${name} ${usage}`, '', summary, '', ...lines, common, ...end].join('\n'))
  return 0
}
