import type { Database } from '../../kernel/db/prisma-client.ts'
import { countOtherPages, listNamesAt } from '../rows/workspaces.ts'
import { PAGE_GONE_AFTER_MS } from './workspace-notifications.ts'
import type { OpenElsewhere, WorkspaceOwner, WorkspaceView } from './workspace-view.ts'

/** Returns who else looks at the file in front; undefined without one. `pageId` is the page that asks. */
export async function readElsewhere(
  db: Database,
  owner: WorkspaceOwner,
  { pageId, workspace }: { pageId: string; workspace: WorkspaceView },
): Promise<OpenElsewhere | undefined> {
  const front = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)
  if (!front) return undefined
  const { path } = front
  const since = new Date(Date.now() - PAGE_GONE_AFTER_MS)
  const [people, ownWindows] = await Promise.all([
    listNamesAt(db, owner, { path, since }),
    countOtherPages(db, owner, { pageId, since }),
  ])
  return { path, people, ownWindows }
}
