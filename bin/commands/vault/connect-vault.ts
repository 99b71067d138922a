/** Connects to the local vault, or to another site's with the key of `login`. */
import type { Context } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toStream } from '#lib/protocols/http/responses/blob-response.ts'
import { exportZip } from '#lib/vault/archive/export-zip.ts'
import { type Imported, importZip } from '#lib/vault/archive/import-zip.ts'
import { type FileList, type ListWanted, listFiles } from '#lib/vault/files/list-files.ts'
import { openVaultFile } from '#lib/vault/files/read-file.ts'
import { type Deleted, deleteFile } from '#lib/vault/files/rename-file.ts'
import { type WrittenFile, writeFile } from '#lib/vault/files/write-file.ts'
import { type FileLine, type JournalLine, listFileHistory, listJournal } from '#lib/vault/history/history.ts'
import { type Undone, undo } from '#lib/vault/history/undo.ts'
import type { CollisionStrategy } from '#lib/vault/model/archive-options.ts'
import type { OperationSelector } from '#lib/vault/model/operations-of.ts'
import { openVaultToWrite } from '#lib/vault/vault.ts'
import { connectToInstallation } from '../../server/installation/run-file.ts'
import { contextForOrganisation, ORG_OPTION } from '../acting-context.ts'
import { UsageError } from '../cli-command.ts'
import { fetchFromSite, requestJsonFromSite } from '../remote-site/request-from-site.ts'

export type VaultConnection = {
  list(wanted: ListWanted): Promise<FileList>
  read(path: string): Promise<AsyncIterable<Uint8Array>>
  write(path: string, content: AsyncIterable<Uint8Array>, expectedEtag?: string): Promise<WrittenFile>
  remove(path: string): Promise<Deleted>
  undo(of: OperationSelector): Promise<Undone>
  historyOf(path: string): Promise<FileLine[]>
  journal(): Promise<JournalLine[]>
  exportZip(prefix: string): Promise<AsyncIterable<Uint8Array>>
  importZip(bytes: Uint8Array, prefix: string, collisionStrategy?: CollisionStrategy): Promise<Imported>
}

export const VAULT_USAGE = '[--email EMAIL] [--org NAME] [--site URL]'
export const VAULT_OPTIONS = {
  email: 'the user to act as (default: the first admin)',
  ...ORG_OPTION,
  site: 'another Guildhall server, with the key stored by "login"',
}

export async function connectVault(options: Record<string, string | undefined>): Promise<VaultConnection> {
  const { site, email, org } = options
  if (site && (email || org))
    throw new UsageError(
      'With --site, the key determines the user and the organisation. Remove --email and --org.',
    )
  if (site) return openRemoteVault(site)
  connectToInstallation()
  return openLocalVault(await contextForOrganisation(options))
}

function openLocalVault(ctx: Context): VaultConnection {
  const vault = openVaultToWrite(ctx, { note: 'command line' })
  return {
    list: (wanted) => listFiles(vault, wanted),
    async read(path) {
      const { read, sizeBytes } = await openVaultFile(vault, path)
      return read({ start: 0, end: sizeBytes })
    },
    write: (path, content, expectedEtag) =>
      writeFile(vault, { path, content, ...(expectedEtag !== undefined && { expectedEtag }) }),
    remove: (path) => deleteFile(vault, { path }),
    undo: (of) => undo(vault, of),
    historyOf: (path) => listFileHistory(vault, path),
    journal: () => listJournal(vault),
    exportZip: (prefix) => exportZip(vault, { prefix }),
    importZip: (bytes, prefix, collisionStrategy) =>
      importZip(vault, bytes, { prefix, ...(collisionStrategy && { collisionStrategy }) }),
  }
}

function openRemoteVault(site: string): VaultConnection {
  const bytesFrom = async (path: string) => {
    const { body } = await fetchFromSite(site, path)
    return body ?? toStream((async function* () {})())
  }
  return {
    list({ prefix = '', recursive = false, offset = 0 }) {
      return requestJsonFromSite(site, `${paths.vaultList(prefix)}&recursive=${recursive}&offset=${offset}`)
    },
    read: (path) => bytesFrom(paths.vaultBytes(path)),
    write(path, content, expectedEtag) {
      const headers = expectedEtag === undefined ? undefined : { 'if-match': `"${expectedEtag}"` }
      // Node requires `duplex`.
      const init = { method: 'PUT', body: toStream(content), headers, duplex: 'half' }
      return requestJsonFromSite(site, paths.vaultBytes(path), init as RequestInit)
    },
    remove: (path) => requestJsonFromSite(site, paths.vaultBytes(path), { method: 'DELETE' }),
    undo: (of) => requestJsonFromSite(site, paths.vaultUndo, { method: 'POST', body: JSON.stringify(of) }),
    historyOf: async (path) =>
      (await requestJsonFromSite<{ lines: FileLine[] }>(site, paths.vaultHistory(path))).lines,
    journal: async () =>
      (await requestJsonFromSite<{ lines: JournalLine[] }>(site, paths.vaultHistory())).lines,
    exportZip: (prefix) => bytesFrom(paths.vaultArchive(prefix)),
    importZip(bytes, prefix, collisionStrategy) {
      const how = collisionStrategy ? `&collisionStrategy=${collisionStrategy}` : ''
      return requestJsonFromSite(site, `${paths.vaultArchive(prefix)}${how}`, {
        method: 'POST',
        body: Buffer.from(bytes),
      })
    },
  }
}
