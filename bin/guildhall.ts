#!/usr/bin/env node
/**
 * `npm run cli -- COMMAND …`, or the `guildhall` bin.
 *
 * Exit code 0 when it worked, 1 when it was refused or its answer is no, 2 when it was not used as its help says.
 * With --json the answer, or `{"error": …}`, is one JSON text on standard output.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AppError, issueText, type PublicError, toPublicError } from '#lib/errors.ts'
import { type Command, type CommandInput, UsageError } from './commands/command.ts'
import { connect } from './connect.ts'
import { keepCompiled } from './keep-compiled.ts'
import { printable } from './printable.ts'
import { requireNode } from './require-node.ts'
import { ROOT } from './root.ts'

/** Loaded by name: `validate` should not wait for what `run` needs. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  'make-admin': async () => (await import('./commands/make-admin.ts')).makeAdminCommand,
  'reset-link': async () => (await import('./commands/reset-link.ts')).resetLinkCommand,
  'key create': async () => (await import('./commands/key-create.ts')).keyCreateCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  validate: async () => (await import('./commands/validate.ts')).validateCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  'contract lint': async () => (await import('./commands/contract-lint.ts')).contractLintCommand,
  'contract validate': async () => (await import('./commands/contract-validate.ts')).contractValidateCommand,
  'contract diff': async () => (await import('./commands/contract-diff.ts')).contractDiffCommand,
  'sandbox exec': async () => (await import('./commands/sandbox-exec.ts')).sandboxExecCommand,
  'sandbox doctor': async () => (await import('./commands/sandbox-doctor.ts')).sandboxDoctorCommand,
  'sandbox snapshot': async () => (await import('./commands/sandbox-snapshot.ts')).sandboxSnapshotCommand,
  'sandbox certs': async () => (await import('./commands/sandbox-certs.ts')).sandboxCertsCommand,
  'sandbox worker': async () => (await import('./commands/sandbox-worker.ts')).sandboxWorkerCommand,
  'rotate-keys': async () => (await import('./commands/rotate-keys.ts')).rotateKeysCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  'vault ls': async () => (await import('./commands/vault-files.ts')).vaultLsCommand,
  'vault cat': async () => (await import('./commands/vault-files.ts')).vaultCatCommand,
  'vault put': async () => (await import('./commands/vault-files.ts')).vaultPutCommand,
  'vault rm': async () => (await import('./commands/vault-files.ts')).vaultRmCommand,
  'vault log': async () => (await import('./commands/vault-history.ts')).vaultLogCommand,
  'vault undo': async () => (await import('./commands/vault-history.ts')).vaultUndoCommand,
  'vault export': async () => (await import('./commands/vault-archive.ts')).vaultExportCommand,
  'vault import': async () => (await import('./commands/vault-archive.ts')).vaultImportCommand,
  'plan check': async () => (await import('./commands/plan-check.ts')).planCheckCommand,
  'plan run': async () => (await import('./commands/plan-run.ts')).planRunCommand,
  'plan status': async () => (await import('./commands/plan-status.ts')).planStatusCommand,
  'plan confirm': async () => (await import('./commands/plan-status.ts')).planConfirmCommand,
  'plan cancel': async () => (await import('./commands/plan-status.ts')).planCancelCommand,
  'plan resume': async () => (await import('./commands/plan-status.ts')).planResumeCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  login: async () => (await import('./commands/login.ts')).loginCommand,
}

/** Where words go: the terminal, or a test that reads them. */
export type Terminal = Record<'log' | 'error', (text: string) => void>

/** Does what the words say and answers the exit code; never throws. */
export async function answerCommand(argv: string[], screen: Terminal): Promise<number> {
  const isJson = argv.includes('--json')
  const terminal: Terminal = {
    log: (text) => screen.log(printable(text)),
    error: (text) => screen.error(printable(text)),
  }
  try {
    return await perform(argv, terminal, isJson)
  } catch (error) {
    return refuse(error, terminal, isJson)
  }
}

async function perform(argv: string[], terminal: Terminal, isJson: boolean): Promise<number> {
  const name = Object.keys(COMMANDS).find((each) => each === argv.slice(0, each.split(' ').length).join(' '))
  if (!name) return showCommands(argv, terminal)
  const command = await COMMANDS[name]!()
  if (argv.includes('--help') || argv.includes('-h')) return showHelp(name, command, terminal)

  const input = readInput(argv.slice(name.split(' ').length), command)
  const envFile = path.join(ROOT, '.env')
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile)
  if (command.meetsDatabase) connect()
  const answer = await command.run(input)
  if (!answer) return 0
  terminal.log(isJson ? JSON.stringify(answer.json, null, 2) : answer.text)
  return answer.isBad ? 1 : 0
}

function readInput(args: string[], command: Command): CommandInput {
  const flags = Object.keys(command.flags ?? {})
  const options = {
    ...Object.fromEntries(Object.keys(command.options).map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries([...flags, 'json'].map((name) => [name, { type: 'boolean' as const }])),
  }
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const { positionals: words, values } = parsed
  if (![command.words].flat().includes(words.length)) throw new UsageError(`Use it as: ${command.usage}`)
  return {
    words,
    options: values as Record<string, string | undefined>,
    flags: Object.fromEntries(flags.map((name) => [name, values[name] === true])),
  }
}

function refuse(error: unknown, terminal: Terminal, isJson: boolean): number {
  const isUsage = error instanceof UsageError
  const shown: PublicError = isUsage
    ? { code: 'INVALID_INPUT', message: error.message, recoverable: true }
    : toPublicError(error)
  if (isJson) terminal.log(JSON.stringify({ error: shown }, null, 2))
  else terminal.error(refusalText(error, shown))
  return isUsage ? 2 : 1
}

function refusalText(error: unknown, shown: PublicError): string {
  if (error instanceof UsageError) return `${shown.message}\nSee --help.`
  // On the machine itself the whole truth is more use than a reference.
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error)
  // One reason alone is often the message already.
  const details = (shown.details ?? [])
    .filter((issue) => ![issue.message, issueText(issue)].includes(shown.message))
    .map((issue) => `  - ${issueText(issue)}`)
  return [
    `${shown.code}: ${shown.message}`,
    ...details,
    ...(shown.suggested_action ? [shown.suggested_action] : []),
  ].join('\n')
}

async function showCommands(argv: string[], terminal: Terminal): Promise<number> {
  // Commands of two words are listed by their first: "plan" alone asks which there are of it.
  const [first = '', second = ''] = argv
  const ofFirst = Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${first} `))
  const [name, word] = ofFirst.length > 0 ? [`${first} ${second}`, second] : [first, first]
  const asked = ['', '--help', '-h', 'help'].includes(word)
  if (!asked) terminal.error(`There is no command "${name}".\n`)
  const lines = await Promise.all(
    (ofFirst.length > 0 ? ofFirst : Object.entries(COMMANDS)).map(
      async ([name, load]) => `  ${name.padEnd(18)} ${(await load()).summary}`,
    ),
  )
  const text = ['guildhall COMMAND [--json]', '', ...lines, '', 'COMMAND --help tells more.'].join('\n')
  if (asked) terminal.log(text)
  else terminal.error(text)
  return asked ? 0 : 2
}

function showHelp(name: string, { summary, usage, options, flags }: Command, terminal: Terminal): number {
  const lines = Object.entries({ ...options, ...flags }).map(
    ([option, meaning]) => `  --${option.padEnd(10)} ${meaning}`,
  )
  const common = '  --json       answer as JSON'
  terminal.log([`guildhall ${name} ${usage}`, '', summary, '', ...lines, common].join('\n'))
  return 0
}

if (import.meta.main) {
  requireNode()
  keepCompiled()
  process.exit(await answerCommand(process.argv.slice(2), console))
}
