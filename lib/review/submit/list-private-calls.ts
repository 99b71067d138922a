import { type Context, requireViewer } from '../../context/context.ts'
import { listOwnPrivate } from '../../db/catalog/skill-names.ts'
import { splitToolName } from '../../plan-documents/document/plan-tool.ts'
import { isAskedFor } from '../../skillset/versions/version-range.ts'

/**
 * The names of those of the called skills, such as "acme.mail.send@^1.0", that only the viewer's organisation can
 * call. Throws UNAUTHENTICATED.
 */
export async function listPrivateCalls(ctx: Context, called: readonly string[]): Promise<string[]> {
  const { organisationId } = requireViewer(ctx)
  if (called.length === 0) return []
  const own = await listOwnPrivate(ctx.db, organisationId)
  const versionsOf = new Map(own.map(({ prefix, versions }) => [prefix, versions]))
  return called.flatMap((text) => {
    const { name, wanted } = splitToolName(text)
    const versions = versionsOf.get(name.slice(0, name.lastIndexOf('.'))) ?? []
    const callable = versions.filter(({ number }) => wanted === undefined || isAskedFor(number, wanted))
    const isPrivate = callable.length > 0 && callable.every(({ visibility }) => visibility === 'PRIVATE')
    return isPrivate ? [name] : []
  })
}
