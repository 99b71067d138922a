/** `vault log` and `vault undo`: what was done, and taking it back. */
import type { OperationsOf } from '#lib/contract/vault/operations-of.ts'
import { AppError } from '#lib/errors.ts'
import type { OperationLine } from '#lib/vault/history.ts'
import { type Command, UsageError } from './command.ts'
import { PLACE_OPTIONS, PLACE_USAGE, type VaultPlace, vaultPlace } from './vault-place.ts'

export const vaultLogCommand: Command = {
  summary: 'Show what was done in the vault, or to one of its files.',
  usage: `[PATH] ${PLACE_USAGE}`,
  options: PLACE_OPTIONS,
  words: [0, 1],
  meetsDatabase: false,
  async run({ words: [place], options }) {
    const vault = await vaultPlace(options)
    if (place === undefined) {
      const lines = await vault.journal()
      const text = lines.map((line) => `${lineText(line)} ${line.path}${moreText(line.entries)}`).join('\n')
      return { text: text || 'Nothing was done yet.', json: { lines } }
    }
    const lines = await vault.historyOf(place)
    const text = lines.map((line) => `${lineText(line)} ${line.pathAfter ?? line.pathBefore}`).join('\n')
    return { text: text || 'Nothing was done to it.', json: { lines } }
  },
}

function lineText({ operationId, atMs, kind, by, runId, isUndone }: OperationLine): string {
  const when = new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
  const who = `${by.name ?? 'somebody'}${runId ? ` (${runId})` : ''}`
  return `${operationId}  ${when}  ${isUndone ? `${kind}, undone` : kind} by ${who}:`
}

function moreText(entries: number): string {
  return entries > 1 ? ` and ${entries - 1} more` : ''
}

export const vaultUndoCommand: Command = {
  summary:
    'Take back what was done: to a file at last, by an operation, a run or a plan; with PATH, to that only.',
  usage: `[PATH] [--operation ID] [--run ID] [--plan-run ID] ${PLACE_USAGE}`,
  options: {
    operation: 'an operation, as "vault log" shows it',
    run: 'everything that a run did',
    'plan-run': 'everything that a plan’s run did, and the runs that it went on from',
    ...PLACE_OPTIONS,
  },
  words: [0, 1],
  meetsDatabase: false,
  async run({ words: [place], options }) {
    const vault = await vaultPlace(options)
    const { operationId, undone } = await vault.undo(await wantedOf(vault, place, options))
    const count = undone.length === 1 ? 'One operation was' : `${undone.length} operations were`
    return {
      text: `${count} taken back. To do it again: vault undo --operation ${operationId}`,
      json: { operationId, undone },
    }
  },
}

async function wantedOf(
  vault: VaultPlace,
  place: string | undefined,
  { operation, run, 'plan-run': planRun }: Record<string, string | undefined>,
): Promise<OperationsOf> {
  const said = [operation, run, planRun].filter((each) => each !== undefined)
  if (said.length > 1 || (said.length === 0 && place === undefined))
    throw new UsageError('Say a PATH, or one of --operation, --run and --plan-run, or both.')
  const path = place === undefined ? {} : { path: place }
  if (operation) return { operationIds: [operation], ...path }
  if (run) return { runId: run, ...path }
  if (planRun) return { planRunId: planRun, ...path }
  const latest = (await vault.historyOf(place ?? '')).find(
    ({ isUndone, kind }) => !isUndone && kind !== 'undo',
  )
  if (latest) return { operationIds: [latest.operationId], ...path }
  throw new AppError('NOT_FOUND', { message: `Nothing was done to “${place}” that can be undone.` })
}
