import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { install } from '../../../installs/change-install.ts'
import { previewInstallChange } from '../../../installs/plan-install-change.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import type { Outcome, SandboxJob } from '../../../sandbox/sandbox.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'
import { endsWith } from '../../fake-sandbox.ts'

export const ENDED = { durationMs: 1, logs: [] }
export const isMigration = ({ runId }: SandboxJob) => runId === 'migration'

/** A sandbox whose migrations end like `migrated`, and whose handlers return a greeting. */
export const migratingSandbox = (
  migrated: Partial<Outcome> & object = { kind: 'returned', value: { name: 'Ada' } },
) =>
  endsWith((job) =>
    isMigration(job)
      ? ({ ...ENDED, ...migrated } as Outcome)
      : { kind: 'returned', value: { message: 'Hello.' }, ...ENDED },
  )

export const OLD_SKILL = makeSkillDocument({
  parameters: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
})

export const MIGRATIONS = [{ from: '1', definition: 'function migrate({ who }) { return { name: who } }' }]

export async function setUpVersions(first: Partial<SkillSetDocument> = {}, sandbox = migratingSandbox()) {
  const ctx = await contextFor(await makeUser(), { sandbox })
  const version = await makePublishedVersion({ document: makeSkillSetDocument(first) })
  const { skillSet, skillName: name } = version
  const publish = (number: string, changes: Partial<SkillSetDocument> = {}) =>
    makePublishedVersion({ skillSet, document: { ...skillSet.document, ...changes, version: number } })
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  const follow = async (range: string) =>
    install(ctx, ref, {
      versionId: (await previewInstallChange(ctx, ref, { range })).to.id,
      range,
      consent: true,
    })
  const run = (args: object = { name: 'Ada' }, asked?: string) =>
    runToEnd(ctx, { skill: { name, ...(asked && { version: asked }) }, args })
  return { ctx, version, publish, follow, run, sandbox }
}

/** Publishes 1.0.0, which takes `who`, and 2.0.0, which takes `name` and migrates. */
export async function twoMajors(sandbox = migratingSandbox()) {
  const made = await setUpVersions({ skills: [OLD_SKILL] }, sandbox)
  await made.publish('2.0.0', { skills: [makeSkillDocument()], migrations: MIGRATIONS })
  return made
}
