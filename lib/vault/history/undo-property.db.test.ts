// After any changes, an undo restores the earlier state, and undoing that restores the later one. The totals
// always match the files.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { makeUser } from '../../testing/factories.ts'
import { createFile, ensureFolder } from '../files/create-file.ts'
import { listFiles } from '../files/list-files.ts'
import { deleteFile, renameFile } from '../files/rename-file.ts'
import { writeFile } from '../files/write-file.ts'
import { COLLISION_STRATEGIES } from '../model/archive-options.ts'
import type { VaultWriter } from '../vault.ts'
import { undo } from './undo.ts'

const RUNS = process.env.GUILDHALL_LONG ? 60 : 5
/** Usual runs use the same cases. */
const SEED = process.env.GUILDHALL_LONG ? undefined : 1
const PATHS = ['a', 'A', 'b.md', 'd/a', 'd/b.md', 'd/e/f.md', 'd/e', 'd', 'g/h', 'D/x']
const path = fc.constantFrom(...PATHS)
const strategy = fc.constantFrom(...COLLISION_STRATEGIES)
const content = fc.constantFrom('one', 'two', 'three')

type Step = (vault: VaultWriter) => Promise<unknown>
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(path, content, strategy).map(
    ([at, text, collisionStrategy]): Step =>
      (vault) =>
        createFile(vault, { path: at, content: text, collisionStrategy }),
  ),
  fc.tuple(path, content, fc.constantFrom<'overwrite' | 'append'>('overwrite', 'append')).map(
    ([at, text, mode]): Step =>
      (vault) =>
        writeFile(vault, { path: at, content: text, mode }),
  ),
  fc.tuple(path, path, strategy).map(
    ([fromPath, toPath, collisionStrategy]): Step =>
      (vault) =>
        renameFile(vault, { fromPath, toPath, collisionStrategy }),
  ),
  path.map(
    (at): Step =>
      (vault) =>
        deleteFile(vault, { path: at }),
  ),
  path.map(
    (at): Step =>
      (vault) =>
        ensureFolder(vault, { path: at }),
  ),
)

/** Steps may be refused, but any other error is a fault. */
async function perform(steps: Step[], vault: VaultWriter, planRunId?: string, first = 0): Promise<void> {
  for (const [index, each] of steps.entries()) {
    const cause = planRunId && { planRunId, runId: `${planRunId}:${first + index}`, stepId: 'a' }
    await each({ ...vault, ...(cause && { cause }) }).catch((thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown
    })
  }
}

const shot = async (vault: VaultWriter) =>
  (await listFiles(vault, { recursive: true })).items.map((item) => `${item.path} ${item.etag ?? 'folder'}`)

async function expectTotals({ organisationId }: VaultWriter): Promise<void> {
  const rows = await database().vaultFile.findMany({ where: { organisationId } })
  const totals = await database().vault.findUnique({ where: { organisationId } })
  const usedBytes = rows.reduce((total, row) => total + row.sizeBytes, 0n)
  expect([totals?.fileCount ?? 0, totals?.usedBytes ?? 0n]).toEqual([rows.length, usedBytes])
  // The folder of every file and folder exists.
  const folders = new Set(rows.filter((row) => row.isFolder).map((row) => row.key))
  expect(rows.filter((row) => row.parentKey !== '' && !folders.has(row.parentKey))).toEqual([])
}

test('a run of a plan is undone, redone and undone again, whatever it did', {
  timeout: 600_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: 6 }),
    fc.array(step, { minLength: 1, maxLength: 12 }),
    async (first, planned) => {
      const user = await makeUser()
      const vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
      await perform(first, vault)
      const before = await shot(vault)
      const planRunId = `plan_${user.id}`
      await perform(planned, vault, planRunId)
      const after = await shot(vault)
      await expectTotals(vault)
      if (before.join() === after.join()) return

      const { operationId } = await undo(vault, { planRunId })
      expect(await shot(vault)).toEqual(before)
      await expectTotals(vault)
      const again = await undo(vault, { operationIds: [operationId] })
      expect(await shot(vault)).toEqual(after)
      await undo(vault, { operationIds: [again.operationId] })
      expect(await shot(vault)).toEqual(before)
      await expectTotals(vault)
    },
  )
  await fc.assert(property, { numRuns: RUNS, seed: SEED })
})

test('an undo with another user’s writes in between succeeds, or is refused without changes', {
  timeout: 600_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(fc.tuple(step, fc.boolean()), { minLength: 2, maxLength: 14 }),
    async (steps) => {
      const user = await makeUser()
      const vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
      const planRunId = `plan_${user.id}`
      for (const [index, [each, isOurs]] of steps.entries())
        await perform([each], vault, isOurs ? planRunId : undefined, index)
      const after = await shot(vault)

      const undone = await undo(vault, { planRunId }).catch((thrown: unknown) => {
        if (!(thrown instanceof AppError)) throw thrown
        return null
      })

      await expectTotals(vault)
      if (undone) await undo(vault, { operationIds: [undone.operationId] })
      expect(await shot(vault)).toEqual(after)
      await expectTotals(vault)
    },
  )
  await fc.assert(property, { numRuns: RUNS * 2, seed: SEED })
})
