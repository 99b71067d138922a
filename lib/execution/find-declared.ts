/** The skills that a skill has declared it calls, as they are meant from where it stands. Floor 3. */
import type { Context } from '../context.ts'
import { parseSkillName } from '../contract/market/skill-name.ts'
import { AppError } from '../errors.ts'
import type { OpenedRun } from './open-run.ts'
import { type PublishedRunnable, type Runnable, resolveSkill } from './resolve-skill.ts'

type Caller = Pick<OpenedRun, 'row' | 'viewer' | 'keyGrant' | 'runnable'>

type Declared = { runnable: Runnable; isSibling: true } | { runnable: PublishedRunnable; isSibling: false }

/** "a.b.c" or "a.b.c@^1.2", as in permissions.skills. */
export function declaredSkills({ document }: Runnable): { name: string; range: string | undefined }[] {
  return (document.permissions?.skills ?? []).map((entry) => {
    const { name, version: range } = readDeclared(entry)
    return { name, range }
  })
}

/** What "a.b.c@^1.2" asks for. */
export function readDeclared(entry: string): { name: string; version?: string } {
  const [name = '', version] = entry.split('@')
  return { name, ...(version && { version }) }
}

/** Whoever asked for a run asks for what it calls, within what their key allows; the door says that code stands between. */
export function contextOfRun(
  { db, sandbox }: Pick<Context, 'db' | 'sandbox'>,
  { row, viewer, keyGrant }: Caller,
): Context {
  return { db, sandbox, viewer, door: 'code', keyId: row.keyId ?? undefined, keyGrant }
}

/**
 * The declared skill: of the same SkillSet in the version (or draft) that calls, else as anybody's call would mean it.
 * Null when it is not declared. Throws as `resolveSkill` does.
 */
export async function findDeclared(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  caller: Caller,
  name: string,
): Promise<Declared | null> {
  const declared = declaredSkills(caller.runnable).find((each) => each.name === name)
  if (!declared) return null
  const sibling = siblingOf(caller.runnable, name)
  if (sibling) return { runnable: sibling, isSibling: true }
  const { range } = declared
  const runnable = await resolveSkill(contextOfRun(ctx, caller), { name, ...(range && { version: range }) })
  return { runnable, isSibling: false }
}

/** A SkillSet's skills go together: a draft calls its own draft, a version itself. */
export function siblingOf(runnable: Runnable, name: string): Runnable | undefined {
  const wanted = parseSkillName(name)
  if (wanted?.publisher !== runnable.publisher || wanted.skillSet !== runnable.document.slug) return undefined
  const skill = runnable.document.skills.find((each) => each.slug === wanted.skill)
  if (!skill) return undefined
  const { migration, notices, ...rest } = runnable
  return { ...rest, name, skill }
}

/** For `catch`: what is not there, or not theirs to see, cannot be called. Every other fault is thrown on. */
export function leaveOut(thrown: unknown): undefined {
  if (!(thrown instanceof AppError)) throw thrown
}
