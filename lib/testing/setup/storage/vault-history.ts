import { beforeEach } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import { listFiles } from '../../../vault/files/list-files.ts'
import { readFile } from '../../../vault/files/read-file.ts'
import { listJournal } from '../../../vault/history/history.ts'
import { undo } from '../../../vault/history/undo.ts'
import type { VaultWriter } from '../../../vault/vault.ts'
import { makeUser } from '../../factories.ts'

export function setUpVaultHistory() {
  let vault: VaultWriter

  beforeEach(async () => {
    const user = await makeUser({ name: 'Ada' })
    vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
  })

  const asRun = (runId: string, planRunId?: string): VaultWriter => ({
    ...vault,
    cause: { runId, ...(planRunId && { planRunId, stepId: 'a' }) },
  })

  let runCount = 0
  const freshRunId = () => `run_${Date.now()}_${runCount++}`

  /** Returns all files with their text, and folders as "/". */
  async function readAll(): Promise<Record<string, string>> {
    const { items } = await listFiles(vault, { recursive: true })
    const texts = items.map(async ({ path, kind }) => [
      path,
      kind === 'file' ? (await readFile(vault, { path })).content : '/',
    ])
    return Object.fromEntries(await Promise.all(texts))
  }

  const latestOperation = async () => (await listJournal(vault, { limit: 1 }))[0]?.operationId ?? ''
  const undoLatest = async () => undo(vault, { operationIds: [await latestOperation()] })

  return {
    get vault() {
      return vault
    },
    asRun,
    freshRunId,
    readAll,
    latestOperation,
    undoLatest,
  }
}
