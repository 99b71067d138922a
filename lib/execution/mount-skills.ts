/**
 * What Python finds of the skills it may call: their files, and modules to import. Floor 3.
 *
 * Python that needs nothing of its own runs in place. What has a price, hosts, secrets, configuration or tools runs as a
 * child run, behind the same import: only there does it have them. So does closed source, which never enters a box that
 * runs somebody else's code, and can therefore be imported and not be read.
 * Source: specification "Skills protocol", Python sandbox.
 */
import type { Context } from '../context.ts'
import { priceOf } from '../contract/money/money.ts'
import { AppError } from '../errors.ts'
import { isCode } from '../folders/skill-file.ts'
import { skillFiles } from '../folders/skill-files.ts'
import type { MountedSkill, Mounts } from '../sandbox/sandbox.ts'
import { declaredSkills, findDeclared } from './find-declared.ts'
import type { OpenedRun } from './open-run.ts'
import type { Runnable } from './resolve-skill.ts'

/** Of all mounted skills together; they travel with the job. */
const MAX_BYTES = 4 * 1024 * 1024

/** A declared skill that cannot be had is not there to import. */
export async function mountsOf(ctx: Pick<Context, 'db' | 'sandbox'>, opened: OpenedRun): Promise<Mounts> {
  const skills: MountedSkill[] = []
  let room = MAX_BYTES
  for (const { name } of declaredSkills(opened.runnable)) {
    const found = await findDeclared(ctx, opened, name).catch(ignoreRefusal)
    if (!found) continue
    const skill = mountedSkill(found.runnable)
    room -= skill.files.reduce((sum, { base64 }) => sum + base64.length, 0)
    // Its files do not fit any more; it can still be called.
    skills.push(room >= 0 ? skill : { ...skill, files: [] })
  }
  return { skills, blobs: opened.inputBlobs ?? [] }
}

function mountedSkill(runnable: Runnable): MountedSkill {
  const { name, skill, document, isPublisher } = runnable
  const isReadable = document.source !== 'closed' || isPublisher
  const files = skillFiles({ name, document, skill })
    .filter(({ path }) => isReadable || !isCode(path))
    .map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') }))
  return { name, files, ...(isReadable && runsInPlace(runnable) && { module: skill.definition ?? '' }) }
}

function runsInPlace({ skill, document, isUnreviewed }: Runnable): boolean {
  const { permissions = {}, configDefinitions = [] } = document
  const needs = [
    permissions.network,
    permissions.secrets,
    permissions.tools,
    permissions.vault,
    permissions.skills,
  ]
  return (
    skill.runtime === 'python' &&
    priceOf(skill) === 0n &&
    !isUnreviewed &&
    configDefinitions.length === 0 &&
    needs.every((each) => (each ?? []).length === 0)
  )
}

function ignoreRefusal(thrown: unknown): null {
  if (!(thrown instanceof AppError)) throw thrown
  return null
}
