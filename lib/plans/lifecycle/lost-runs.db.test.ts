// A plan repeats a run whose process died only if it cannot have had side effects.

import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { Permissions } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { startRun } from '../../runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { openVaultPage } from '../../testing/open-vault-page.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { listFiles } from '../../vault/files/list-files.ts'
import { readFile } from '../../vault/files/read-file.ts'
import { openVault, openVaultToWrite } from '../../vault/vault.ts'
import { openLeaf } from '../../vault/workspace/arrange-tabs.ts'
import { requireWorkspaceOwner } from '../../vault/workspace/workspace-view.ts'
import type { PlanStep } from '../model/document/plan-document.ts'
import { performPlan } from '../perform/perform-plan.ts'
import { startPlanRun } from '../start/start-plan-run.ts'
import { getPlanRun } from '../views/get-plan-run.ts'

/** Continues a plan of one step whose worker died after the call began and before its result was recorded. */
async function afterCrash(
  step: Omit<PlanStep, 'id'>,
  riskLevel: 'read-only' | 'writes' | 'commands',
  lost: object = {},
  prepare: (ctx: Context) => Promise<unknown> = async () => {},
) {
  const ctx = await contextFor(await makeUser())
  await prepare(ctx)
  const plan = { version: '1', goal: 'To be found again.', riskLevel, steps: [{ id: 'a', ...step }] }
  const { planRun } = await startPlanRun(ctx, { plan, confirmed: true })
  const { run, ended } = await startRun(ctx, {
    skill: { name: step.tool },
    args: step.args,
    timeZone: 'UTC',
    idempotencyKey: `${planRun.id}:a:1`,
    planStep: { planRunId: planRun.id, stepId: 'a', attempt: 1 },
  })
  await ended
  await database().run.update({
    where: { id: run.id },
    data: { state: 'running', endedAt: null, hasOutput: false, ...lost },
  })
  await performPlan(ctx, planRun.id, plainEngine())
  const runs = await database().run.findMany({ where: { planRunId: planRun.id }, orderBy: { id: 'asc' } })
  return { ctx, view: await getPlanRun(ctx, planRun.id), states: runs.map(({ state }) => state) }
}

async function publish(fields: object, permissions?: Permissions) {
  const document = makeSkillSetDocument({
    permissions,
    skills: [makeSkillDocument({ examples: [], ...fields })],
  })
  return (await makePublishedVersion({ document })).skillName
}

test('a file written before the worker died is not written again: the journal has its result', async () => {
  const step = { tool: 'vault.createFile', args: { path: 'Found/again.md', content: 'Once.' } }

  const { ctx, view, states } = await afterCrash(step, 'writes')

  expect(view).toMatchObject({
    state: 'succeeded',
    canUndo: true,
    steps: [
      {
        results: [
          {
            ok: true,
            data: { path: 'Found/again.md', created: true },
            effects: { created: expect.any(Array) },
          },
        ],
      },
    ],
  })
  expect(states).toEqual(['succeeded'])
  expect(
    await database().vaultOperation.count({ where: { organisationId: ctx.viewer!.organisationId } }),
  ).toBe(1)
})

test('an edit saved before the worker died returns the editor tool’s result', async () => {
  const step = { tool: 'editor.insertAtCursor', args: { text: 'Once.' } }

  const { ctx, view, states } = await afterCrash(step, 'writes', {}, async (by) => {
    await createFile(openVaultToWrite(by), { path: 'Note.md', content: '' })
    await openLeaf(by.db, requireWorkspaceOwner(by), { path: 'Note.md' })
    await openVaultPage(requireWorkspaceOwner(by))
  })

  const [result] = view.steps[0]?.results ?? []
  expect(result).toMatchObject({ ok: true, effects: { modified: ['Note.md'] } })
  expect(result?.data).toEqual({ filePath: 'Note.md', cursorAfter: { line: 0, ch: 5 }, insertedChars: 5 })
  expect(states).toEqual(['succeeded'])
  expect(await readFile(openVault(ctx), { path: 'Note.md' })).toMatchObject({ content: 'Once.' })
})

test('a command that wrote something is not taken for the file that it wrote, nor done again', async () => {
  const step = { tool: 'commands.run', args: { id: 'guildhall:new-note' } }

  const { ctx, view, states } = await afterCrash(step, 'commands')

  expect(view).toMatchObject({ state: 'failed', failedStepId: 'a', canResume: true })
  expect(states).toEqual(['failed'])
  expect((await listFiles(openVault(ctx))).items).toHaveLength(1)
})

test('a skill that only reads is run again', async () => {
  const tool = await publish({ riskLevel: 'read-only' })

  const { view, states } = await afterCrash({ tool, args: { name: 'Ada' } }, 'read-only')

  expect(view.state).toBe('succeeded')
  expect(states).toEqual(['failed', 'succeeded'])
})

test('a skill that changes something is not, however often it may be tried: it may have done its work', async () => {
  const tool = await publish({ riskLevel: 'writes', sideEffects: ['Sends a letter.'] })
  const retry = { maxAttempts: 3, backoffMs: 0 }

  const { view, states } = await afterCrash({ tool, args: { name: 'Ada' }, retry }, 'writes')

  expect(view).toMatchObject({
    state: 'failed',
    failedStepId: 'a',
    error: { code: 'INTERNAL_ERROR' },
    canResume: true,
  })
  expect(states).toEqual(['failed'])
})

test('nor is one that claims to be read-only but may use a tool that writes', async () => {
  const tool = await publish({ riskLevel: 'read-only' }, { tools: ['vault.writeFile'] })

  const { view, states } = await afterCrash({ tool, args: { name: 'Ada' } }, 'writes')

  expect(view.state).toBe('failed')
  expect(states).toEqual(['failed'])
})

test('but it is when it had not begun', async () => {
  const tool = await publish({ riskLevel: 'writes', sideEffects: ['Sends a letter.'] })

  const { view, states } = await afterCrash({ tool, args: { name: 'Ada' } }, 'writes', {
    state: 'queued',
    startedAt: null,
  })

  expect(view.state).toBe('succeeded')
  expect(states).toEqual(['succeeded'])
})
