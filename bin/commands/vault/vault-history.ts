import { AppError } from '#lib/kernel/errors.ts'
import type { OperationLine } from '#lib/vault/history/history.ts'
import type { OperationSelector } from '#lib/vault/model/operations-of.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import { type CliCommand, UsageError } from '../cli-command.ts'
import { connectVault, VAULT_OPTIONS, VAULT_USAGE, type VaultConnection } from './connect-vault.ts'

export const vaultLogCommand: CliCommand = {
  summary: 'Show the history of the vault, or of one of its files.',
  usage: `[PATH] ${VAULT_USAGE}`,
  options: VAULT_OPTIONS,
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [filePath], options }) {
    const vault = await connectVault(options)
    if (filePath === undefined) {
      const lines = await vault.journal()
      const text = lines.map((line) => `${lineText(line)} ${line.path}${moreText(line.entries)}`).join('\n')
      return { text: text || 'No changes yet.', json: { lines } }
    }
    const lines = await vault.historyOf(filePath)
    const text = lines.map((line) => `${lineText(line)} ${line.pathAfter ?? line.pathBefore}`).join('\n')
    return { text: text || 'No changes to this file.', json: { lines } }
  },
}

function lineText({ operationId, atMs, kind, by, runId, isUndone }: OperationLine): string {
  const when = new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
  const who = `${by.name ?? 'someone'}${runId ? ` (${runId})` : ''}`
  return `${operationId}  ${when}  ${isUndone ? `${kind}, undone` : kind} by ${who}:`
}

function moreText(entries: number): string {
  return entries > 1 ? ` and ${entries - 1} more` : ''
}

export const vaultUndoCommand: CliCommand = {
  summary:
    'Undo the last change to a file, or the changes of an operation, a run or a plan run; with PATH, only those to that file.',
  usage: `[PATH] [--operation ID] [--run ID] [--plan-run ID] ${VAULT_USAGE}`,
  options: {
    operation: 'the id of an operation, as shown by "vault log"',
    run: 'all changes of a run',
    'plan-run': 'all changes of a plan run, including the runs that it continued',
    ...VAULT_OPTIONS,
  },
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [filePath], options }) {
    const vault = await connectVault(options)
    const { operationId, undone } = await vault.undo(await parseOperations(vault, filePath, options))
    const count = plural(undone.length, 'operation')
    return {
      text: `Undid ${count}. To redo: vault undo --operation ${operationId}`,
      json: { operationId, undone },
    }
  },
}

async function parseOperations(
  vault: VaultConnection,
  filePath: string | undefined,
  { operation, run, 'plan-run': planRun }: Record<string, string | undefined>,
): Promise<OperationSelector> {
  const selectors = [operation, run, planRun].filter((each) => each !== undefined)
  if (selectors.length > 1 || (selectors.length === 0 && filePath === undefined))
    throw new UsageError('Add a PATH, one of --operation, --run and --plan-run, or both.')
  const path = filePath === undefined ? {} : { path: filePath }
  if (operation) return { operationIds: [operation], ...path }
  if (run) return { runId: run, ...path }
  if (planRun) return { planRunId: planRun, ...path }
  const latest = (await vault.historyOf(filePath ?? '')).find(
    ({ isUndone, kind }) => !isUndone && kind !== 'undo',
  )
  if (latest) return { operationIds: [latest.operationId], ...path }
  throw new AppError('NOT_FOUND', { message: `“${filePath}” has no changes that can be undone.` })
}
