import { AppError } from '../../kernel/errors.ts'
import { parseSkillName } from '../../kernel/names/skill-name.ts'
import { createCallContext } from './create-run-context.ts'
import type { OpenedRun } from './opened-run.ts'
import { resolveSkill } from './resolve-skill.ts'
import type { PublishedRunnable, Runnable } from './runnable.ts'

type Caller = Pick<OpenedRun, 'acting' | 'runnable'>

type Declared = { runnable: Runnable; isSibling: true } | { runnable: PublishedRunnable; isSibling: false }

export function declaredSkills({ document }: Runnable): { name: string; range: string | undefined }[] {
  return (document.permissions?.skills ?? []).map((entry) => {
    const { name, version: range } = readDeclared(entry)
    return { name, range }
  })
}

/** Parses "publisher.skillset.skill@range", whose range is optional. */
export function readDeclared(entry: string): { name: string; version?: string } {
  const [name = '', version] = entry.split('@')
  return { name, ...(version && { version }) }
}

/**
 * Returns a sibling in the same version or draft, else resolves as for any caller. Returns null if it is not
 * declared. Throws as `resolveSkill`.
 */
export async function findDeclaredSkill(caller: Caller, name: string): Promise<Declared | null> {
  const declared = declaredSkills(caller.runnable).find((each) => each.name === name)
  if (!declared) return null
  const sibling = siblingOf(caller.runnable, name)
  if (sibling) return { runnable: sibling, isSibling: true }
  const { range } = declared
  const runnable = await resolveSkill(createCallContext(caller), { name, ...(range && { version: range }) })
  return { runnable, isSibling: false }
}

/** Returns a skill of the same draft or version. */
export function siblingOf(runnable: Runnable, name: string): Runnable | undefined {
  const wanted = parseSkillName(name)
  const { publisher, document, names = [`${publisher}.${document.slug}`] } = runnable
  if (!wanted || !names.includes(`${wanted.publisher}.${wanted.skillSet}`)) return undefined
  const skill = document.skills.find((each) => each.slug === wanted.skill)
  if (!skill) return undefined
  const { migration, notices, ...rest } = runnable
  const skillSet = runnable.name.slice(0, runnable.name.lastIndexOf('.'))
  return { ...rest, name: `${skillSet}.${skill.slug}`, skill }
}

/** Use it in `catch`: rethrows what is not an AppError. */
export function undefinedIfRefused(thrown: unknown): undefined {
  if (!(thrown instanceof AppError)) throw thrown
}
