/** What is in a folder, from the server. */
import { paths } from '#lib/contract/market/paths.ts'
import type { ListFolder } from './folder-pages.ts'

export const listFolder: ListFolder = async (folder, { offset, limit }) => {
  const response = await fetch(`${paths.vaultList(folder)}&offset=${offset}&limit=${limit}`)
  if (response.ok) return { found: await response.json() }
  if (response.status === 404) return { found: null }
  throw new Error(`The server answered ${response.status}.`)
}
