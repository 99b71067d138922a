/** What is in a folder, from the server. */
import { paths } from '#lib/contract/market/paths.ts'
import type { FolderPage } from './vault-actions.ts'

/** `found` is null for a folder that is not there. Rejects when the server cannot be reached. */
export async function listFolder(folder: string, offset: number): Promise<{ found: FolderPage | null }> {
  const response = await fetch(`${paths.vaultList(folder)}&offset=${offset}`)
  if (response.ok) return { found: await response.json() }
  if (response.status === 404) return { found: null }
  throw new Error(`The server answered ${response.status}.`)
}
