import type { Viewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { paths } from '../../kernel/site/paths.ts'
import { fanOutNotice } from '../../notices/fan-out-notice.ts'
import type { NewNotice } from '../../notices/rows/notice-rows.ts'
import * as store from '../rows/transfers.ts'
import { describeTransfer } from './transfer-view.ts'

/** Notifies both sides, and organisations that run it: their skills have another owner now. */
export async function notifyOfTransfer(
  tx: Tx,
  viewer: Viewer,
  row: store.TransferRow,
  skillSetIds: string[],
): Promise<void> {
  const { fromOrganisation, toOrganisation } = row
  const what = row.publisher ? `Publisher ${row.publisher.handle}` : describeTransfer(row)
  const title = `${what} now belongs to ${toOrganisation.name}`
  const href = row.publisher ? paths.publisher(row.publisher.handle) : paths.publish
  await notifyOrganisations(tx, viewer, [fromOrganisation.id, toOrganisation.id], {
    kind: 'transfer.accepted',
    title,
    body: 'Versions, ratings and statistics moved with it. Earnings from before stay with the former owner.',
    href,
  })
  const installers = await store.listInstallers(tx, skillSetIds)
  const others = installers.filter((id) => id !== fromOrganisation.id && id !== toOrganisation.id)
  await notifyOrganisations(tx, viewer, others, {
    kind: 'install.owner_changed',
    title,
    body: `You have installed it. It keeps running, under its old name too. Updates come from ${toOrganisation.name} from now on. You keep the version you have until you update, or follow updates again.`,
    href: paths.installed,
  })
}

/** Notifies owners and admins, except the viewer. */
export async function notifyOrganisations(
  tx: Tx,
  viewer: Viewer,
  organisationIds: readonly string[],
  notice: NewNotice,
): Promise<void> {
  const audience = { memberOfId: '', adminsOfIds: [...organisationIds], exceptUserId: viewer.userId }
  await fanOutNotice(tx, audience, notice)
}
