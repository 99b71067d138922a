/** The vault that a command is about: this machine's, or another site's with the key that `login` keeps for it. */
import type { Context } from '#lib/context.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { CollisionStrategy } from '#lib/contract/vault/collision-strategies.ts'
import type { OperationsOf } from '#lib/contract/vault/operations-of.ts'
import { streamOf } from '#lib/protocol/answer-blob.ts'
import { type Deleted, deleteFile } from '#lib/vault/delete.ts'
import { exportZip } from '#lib/vault/export-zip.ts'
import { type FileLine, type JournalLine, listFileHistory, listJournal } from '#lib/vault/history.ts'
import { type Imported, importZip } from '#lib/vault/import-zip.ts'
import { type FileList, type ListWanted, listFiles } from '#lib/vault/list-files.ts'
import { openFile } from '#lib/vault/open-file.ts'
import { type Undone, undo } from '#lib/vault/undo.ts'
import { openVaultToWrite } from '#lib/vault/vault.ts'
import { type WrittenFile, writeFile } from '#lib/vault/write-file.ts'
import { connect } from '../connect.ts'
import { askSite, fetchFromSite } from './ask-site.ts'
import { UsageError } from './command.ts'
import { contextFor, ORG_OPTION } from './who.ts'

export type VaultPlace = {
  list(wanted: ListWanted): Promise<FileList>
  read(path: string): Promise<AsyncIterable<Uint8Array>>
  write(path: string, content: AsyncIterable<Uint8Array>, expectedEtag?: string): Promise<WrittenFile>
  remove(path: string): Promise<Deleted>
  undo(of: OperationsOf): Promise<Undone>
  historyOf(path: string): Promise<FileLine[]>
  journal(): Promise<JournalLine[]>
  exportZip(prefix: string): Promise<AsyncIterable<Uint8Array>>
  importZip(bytes: Uint8Array, prefix: string, collisionStrategy?: CollisionStrategy): Promise<Imported>
}

/** The switches of every command about a vault. */
export const PLACE_USAGE = '[--email EMAIL] [--org NAME] [--site URL]'
export const PLACE_OPTIONS = {
  email: 'who does it; the first admin when left out',
  ...ORG_OPTION,
  site: 'another Guildhall, with the key that "login" keeps for it',
}

export async function vaultPlace(options: Record<string, string | undefined>): Promise<VaultPlace> {
  const { site, email, org } = options
  if (site && (email || org))
    throw new UsageError(
      'With --site the key says who does it, and for which organisation: leave --email and --org out.',
    )
  if (site) return vaultThere(site)
  connect()
  return vaultHere(await contextFor(options))
}

function vaultHere(ctx: Context): VaultPlace {
  const vault = openVaultToWrite(ctx, { note: 'command line' })
  return {
    list: (wanted) => listFiles(vault, wanted),
    async read(path) {
      const { read, sizeBytes } = await openFile(vault, path)
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

function vaultThere(site: string): VaultPlace {
  const bytesFrom = async (path: string) => {
    const { body } = await fetchFromSite(site, path)
    return body ?? streamOf((async function* () {})())
  }
  return {
    list({ prefix = '', recursive = false, offset = 0 }) {
      return askSite(site, `${paths.vaultList(prefix)}&recursive=${recursive}&offset=${offset}`)
    },
    read: (path) => bytesFrom(paths.vaultBytes(path)),
    write(path, content, expectedEtag) {
      const headers = expectedEtag === undefined ? undefined : { 'if-match': `"${expectedEtag}"` }
      // Node wants to be told that the answer does not come before the body's end.
      const init = { method: 'PUT', body: streamOf(content), headers, duplex: 'half' }
      return askSite(site, paths.vaultBytes(path), init as RequestInit)
    },
    remove: (path) => askSite(site, paths.vaultBytes(path), { method: 'DELETE' }),
    undo: (of) => askSite(site, paths.vaultUndo, { method: 'POST', body: JSON.stringify(of) }),
    historyOf: async (path) => (await askSite<{ lines: FileLine[] }>(site, paths.vaultHistory(path))).lines,
    journal: async () => (await askSite<{ lines: JournalLine[] }>(site, paths.vaultHistory())).lines,
    exportZip: (prefix) => bytesFrom(paths.vaultArchive(prefix)),
    importZip(bytes, prefix, collisionStrategy) {
      const how = collisionStrategy ? `&collisionStrategy=${collisionStrategy}` : ''
      return askSite(site, `${paths.vaultArchive(prefix)}${how}`, {
        method: 'POST',
        body: Buffer.from(bytes),
      })
    },
  }
}
