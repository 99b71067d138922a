import type { Context } from '../../context/context.ts'
import { CursorField } from '../../kernel/validation/text-fields.ts'
import type { RemovalKind } from '../model/removal-kinds.ts'
import { listRemovalRows } from '../rows/removals.ts'
import { hrefOfSubject } from './quarantine.ts'

export type RemovalView = {
  id: string
  kind: RemovalKind
  subject: string
  /** The page of the SkillSet. */
  href: string
  reason: string
  by: 'admin' | 'publisher' | 'site'
  atMs: number
}

const PAGE_SIZE = 50

/** Returns the public log of removals, the newest first. For everyone. */
export async function listRemovals(
  { db }: Pick<Context, 'db'>,
  after?: string,
): Promise<{ removals: RemovalView[]; nextCursor: string | null }> {
  const rows = await listRemovalRows(db, { after: CursorField.parse(after), take: PAGE_SIZE + 1 })
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    removals: shown.map(({ at, kind, by, ...row }) => ({
      ...{ ...row, href: hrefOfSubject(row.subject), atMs: at.getTime(), kind: kind as RemovalKind },
      by: by === 'publisher' || by === 'site' ? by : 'admin',
    })),
    nextCursor: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}
